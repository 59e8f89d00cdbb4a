"""The files that the scripts learn from, each with its hash."""

import hashlib

hashes = {
    "friendsqa-dev.json": "3a85d3fcb175589ffd050fb4bf431da77a6e12589c8ec03f1d54060ce33ec703",
    "friendsqa-tst.json": "a98f24d4b04ac9f8d9468088febf304bd90eada134537277c1a425e31c0372bc",
    "qmsum-train.jsonl": "fce9ea7f58e3fbf70006a32710610ca5351c73081ea3ca71fc4214545174934d",
    "qmsum-val.jsonl": "fc7444e241bdbe6997c01720d07f1a58b7357284acb73f909766e5a4700db49f",
    "qmsum-test.jsonl": "6bcd428211260ad2efae3af76cbaf6a7f5ae4bb5e1e59c45a4b8e89539cb9208",
    "qed-dev.jsonl": "2ea322b71a333023380c3954083b81af2d5670c8ac47ddec58c843233895c429",
    "selqa-dev.json": "b4e6687e44a30b486e24d2b06aa3012ec07d61145f3521f35b7d49daae3e0ca4",
    "selqa-test.json": "ca1184d94cc9030883723fab76ef8180b3cf5fb142549a5648d22f59fe7c6fc6",
    "squad-src-dev.txt": "d540a569619c0bd68b46f9eb3d59351206bcdd1d15eeed8dc5a4fd4815a0d872",
    "squad-src-test.txt": "5714e36b9f3ef884f4e109e876f4e507d61f58a1241b4fb0403866dfdeef315d",
    "squad-tgt-dev.txt": "68e293bd31cd223ac95ed3090726c8b83041f99984961bbc4164250dac304782",
    "squad-tgt-test.txt": "e75710df557c2432925c8f2ca17e9b490235ce3c647c857fceaea6c401203a76",
}


def read(folder, name):
    content = (folder / name).read_bytes()
    found = hashlib.sha256(content).hexdigest()
    if found != hashes[name]:
        raise SystemExit(f'training: "{name}" must have the hash {hashes[name]}, got {found}.')
    return content.decode()

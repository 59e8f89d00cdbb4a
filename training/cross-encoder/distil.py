"""Learns the teacher, then students that follow its logits; with `--go-on`, from a student's files and `lists.npz`."""
from ce import *

mix = {"squad": .38, "selqa": .1, "qed": .05, "friends": .31, "qmsum": .16}
talk = {"squad": .3, "selqa": .1, "qed": .04, "friends": .38, "qmsum": .18}
bt, mt = Tokens("bert"), Tokens("mpnet")
pools, held = load_pools()

def taught():
    """The lists of the questions, and the logits of a teacher that learns them first."""
    mine(pools + held, bt)
    teacher = Cross(mpnet(), 768, "mpnet")
    questions, size = (4, 4) if given.small else (64, 10)
    groups = Groups(pools, mt, size, mix)
    trained(teacher, 3e-5, lambda: first_is_evidence(teacher, mt, groups, questions), "teacher", seconds=2 if given.small else 165)
    measure_held(teacher, mt, held, "teacher"); tell("teacher", teacher, mt, 60)
    lists = lists_of(pools)
    if given.small: lists = lists[:40]
    wanted = scores_of(teacher, mt, [mt.pair(pools[pi]["qs"][qi][0], *one) for pi, qi, _, dressed, _ in lists for one in dressed], 120000)
    say("scored", len(wanted), "pairs of", len(lists), "questions")
    numbers = lambda values: np.array(list(values), np.int16)
    np.savez_compressed(given.out / "lists.npz", logits=wanted.astype(np.float16), pool=numbers(l[0] for l in lists), question=numbers(l[1] for l in lists), count=numbers(len(l[2]) for l in lists), turn=numbers(at for l in lists for at in l[2]))
    return lists, wanted

def told_before():
    """The same of an earlier run."""
    kept = np.load(given.dir / "lists.npz")
    turns = np.split(kept["turn"], np.cumsum(kept["count"])[:-1])
    return lists_of(pools, (list(map(int, one)) for one in turns)), kept["logits"].astype(np.float32)

def student(layers):
    if not given.go_on: model = Cross(minilm(layers), 384, "bert")
    else:
        model = Cross(bert(), 384, "bert")
        halves = {**load_file(given.dir / "s6-a.safetensors"), **load_file(given.dir / "s6-b.safetensors")}
        sd = {k: torch.tensor(v.astype(np.float32)) for k, v in halves.items()}
        table = load_file(given.dir / "words.safetensors")
        sd["body.embeddings.word_embeddings.weight"] = torch.tensor(full(table["words"], table["kept"], 30522))
        missing = model.load_state_dict(sd, strict=False).missing_keys
        assert not [k for k in missing if "position_ids" not in k], missing
        if layers == 3: model.body.encoder.layer = nn.ModuleList([model.body.encoder.layer[i] for i in (0, 2, 5)])
    model.body.embeddings.word_embeddings.weight.requires_grad = False
    return model

lists, wanted = told_before() if given.go_on else taught()
runs = (("s6b", 6, 8e-5, 125), ("s3", 3, 1.5e-4, 65)) if given.go_on else (("s6", 6, 1.2e-4, 190), ("s3", 3, 1.5e-4, 60))
for name, layers, rate, seconds in runs:
    model = student(layers)
    follower = Student(model, bt, pools, lists, wanted, talk)
    batch = (4, 6) if given.small else (56, 16)
    trained(model, rate, lambda: follower.loss(*batch), name, seconds=2 if given.small else seconds)
    keep_halves(model, name)
    if not given.go_on: measure_held(model, bt, held, name); tell(name, model, bt, 60)
    to_8_bits(model); tell(name + "-8bit", model, bt, 60)

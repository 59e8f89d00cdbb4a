from ce import *
from safetensors.numpy import load_file as lf
talk = {"squad": .3, "selqa": .1, "qed": .04, "friends": .38, "qmsum": .18}
tiny = bool(given.small)
LIM = {"s6b": 3, "s3": 3} if tiny else {"s6b": 125, "s3": 65}
bt = Tokens("bert")
given.small = 0
pools, held = load_pools(); say("pools", len(pools))
L = np.load(given.dir / "lists.npz"); wanted = L["logits"].astype(np.float32)
lists = []; a = 0; rng = random.Random(5); it = zip(L["pool"].tolist(), L["question"].tolist(), L["count"].tolist())
turns_all = L["turn"].tolist()
for pi, p in enumerate(pools):
    plain = p["kind"] in ("squad", "selqa", "qed")
    for qi, q in enumerate(p["qs"]):
        p["ctx"] = plain and rng.random() < .4
        name = rng.choice(NAMES) if plain and rng.random() < .5 else ""; other = rng.choice(NAMES) if name else ""
        first = rng.sample(q[1], min(len(q[1]), 2 if plain else 4)); [rng.randrange(len(p["turns"])) for _ in range(3)]
        x, y, n = next(it); cand = turns_all[a:a + n]
        assert (x, y) == (pi, qi) and cand[:len(first)] == first, (pi, qi)
        dressed = [(dress(p, p["turns"][at], name if rng.random() < .8 else other), [dress(p, z, other) for z in before(p, at)]) for at in cand]
        lists.append([pi, qi, cand, dressed, a]); a += n
say("lists", len(lists))
by = {}
for i, l in enumerate(lists): by.setdefault(pools[l[0]]["kind"], []).append(i)
kinds = list(talk)
src = open(given.dir / "distil.py").read()
for part in ("def sorted_forward", "def trained", "def student_step", "def halves", "@torch.no_grad()\ndef to_8_bits"):
    body = src[src.index(part):]; end = body.index("\n\n") if "\n\n" in body else len(body)
    exec("import re\n" + body[:end])
def student(layers):
    cfg = BertConfig(vocab_size=30522, hidden_size=384, num_hidden_layers=6, num_attention_heads=12, intermediate_size=1536, attn_implementation="sdpa")
    m = Cross(BertModel(cfg, add_pooling_layer=False), 384, "bert")
    w = {**lf(given.dir / "s6-a.safetensors"), **lf(given.dir / "s6-b.safetensors")}; t = lf(given.dir / "words.safetensors")
    sd = {k: torch.tensor(v.astype(np.float32)) for k, v in w.items()}; sd["body.embeddings.word_embeddings.weight"] = torch.tensor(full(t["words"], t["kept"], 30522))
    r = m.load_state_dict(sd, strict=False); assert not [k for k in r.missing_keys if "position_ids" not in k], r
    if layers == 3: m.body.encoder.layer = nn.ModuleList([m.body.encoder.layer[i] for i in (0, 2, 5)])
    m.body.embeddings.word_embeddings.weight.requires_grad = False
    return m
if tiny: given.small = 1; [d.__setitem__("questions", d["questions"][:4]) for d in dev.values()]
for name, layers, rate in (("s6b", 6, 8e-5), ("s3", 3, 1.5e-4)):
    m = student(layers)
    if tiny: to_8_bits(m); say("8 bits"); m = student(layers)
    trained(m, LIM[name], rate, lambda: student_step(m, 4 if tiny else 56, 6 if tiny else 16), name)
    halves(m, name); to_8_bits(m); tell(name + "-8bit", m, bt, 60)
say("done")

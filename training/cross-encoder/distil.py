from ce import *
import re
mix = {"squad": .38, "selqa": .1, "qed": .05, "friends": .31, "qmsum": .16}
talk = {"squad": .3, "selqa": .1, "qed": .04, "friends": .38, "qmsum": .18}
tiny = bool(given.small)
LIM = {"teacher": 2, "s6": 2, "s3": 2} if tiny else {"teacher": 165, "s6": 190, "s3": 60}
bt, mt = Tokens("bert"), Tokens("mpnet")
pools, held = load_pools()
say("pools", len(pools), len(held), dev_)
mine(pools + held, bt)

def sorted_forward(model, tokens, pairs, chunks):
    order = np.argsort([len(p[0]) for p in pairs], kind="stable"); parts = np.array_split(order, chunks)
    out = torch.cat([model(*tokens.batch([pairs[i] for i in part])) for part in parts])
    return out[torch.from_numpy(np.argsort(np.concatenate(parts))).to(dev_)]

def trained(model, seconds, rate, step, name, log=20, params=None):
    model.train().to(dev_)
    ps = [(n, p) for n, p in model.named_parameters() if p.requires_grad]
    opt = torch.optim.AdamW([{"params": [p for _, p in ps if p.ndim > 1], "weight_decay": .01}, {"params": [p for _, p in ps if p.ndim <= 1], "weight_decay": 0}], lr=rate, fused=dev_ == "cuda")
    t0 = last = time.time(); s = seen = 0; total = 0.0
    while True:
        f = (time.time() - t0) / seconds
        if f >= 1: break
        for g in opt.param_groups: g["lr"] = rate * min(1, (f + 1e-3) / .05) * max(.01, 1 - f)
        loss = step(); opt.zero_grad(set_to_none=True); loss.backward(); nn.utils.clip_grad_norm_([p for _, p in ps], 1.0); opt.step()
        total += loss.detach(); s += 1; seen += 1
        if time.time() - last > seconds / 5: say(f"{name} step {s} loss {float(total) / seen:.3f}"); total = 0.0; seen = 0; last = time.time()
    say(f"{name} {s} steps")

# the teacher
t = Cross(mpnet(), 768, "mpnet")
qn, size = (4, 4) if tiny else (64, 10)
groups = Groups(pools, mt, size, mix)
def teach():
    pairs, _ = groups.next(qn)
    return F.cross_entropy(sorted_forward(t, mt, pairs, 5).view(qn, size), torch.zeros(qn, dtype=torch.long, device=dev_))
trained(t, LIM["teacher"], 3e-5, teach, "teacher")
measure_held(t, mt, held, "teacher"); tell("teacher", t, mt, 60)

# its logits over the candidates of each question; how the texts are dressed is kept
lists, pairs = [], []
rng = random.Random(5)
for pi, p in enumerate(pools):
    plain = p["kind"] in ("squad", "selqa", "qed")
    for qi, q in enumerate(p["qs"]):
        p["ctx"] = plain and rng.random() < .4
        name = rng.choice(NAMES) if plain and rng.random() < .5 else ""; other = rng.choice(NAMES) if name else ""
        cand = [*rng.sample(q[1], min(len(q[1]), 2 if plain else 4)), *q[3][:18 if plain else 30]]
        cand += [x for x in (rng.randrange(len(p["turns"])) for _ in range(3)) if x not in q[1] and x not in cand]
        dressed = [(dress(p, p["turns"][at], name if rng.random() < .8 else other), [dress(p, x, other) for x in before(p, at)]) for at in dict.fromkeys(cand)]
        lists.append([pi, qi, list(dict.fromkeys(cand)), dressed, len(pairs)]); pairs += [mt.pair(q[0], a, b) for a, b in dressed]
if tiny: lists, pairs = lists[:40], pairs[:lists[40][4]]
say("pairs", len(pairs), "questions", len(lists))
wanted = scores_of(t, mt, pairs, 120000)
say("scored"); del pairs
np.savez_compressed(given.out / "lists.npz", logits=wanted.astype(np.float16), pool=np.array([l[0] for l in lists], np.int16), question=np.array([l[1] for l in lists], np.int16), count=np.array([len(l[2]) for l in lists], np.int16), turn=np.concatenate([l[2] for l in lists]).astype(np.int16))
del t; torch.cuda.empty_cache() if dev_ == "cuda" else None

by = {}
for i, l in enumerate(lists): by.setdefault(pools[l[0]]["kind"], []).append(i)
kinds = [k for k in talk if k in by]
def student_step(m, questions, size):
    pairs, want, mask, gold = [], np.full((questions, size), -30, np.float32), np.zeros((questions, size), bool), np.zeros((questions, size), np.float32)
    for r, kind in enumerate(random.choices(kinds, [talk[k] for k in kinds], k=questions)):
        pi, qi, cand, dressed, a = lists[random.choice(by[kind])]
        q = pools[pi]["qs"][qi]; pos = set(q[1])
        head = [i for i, c in enumerate(cand) if c in pos]; rest = [i for i in range(len(cand)) if cand[i] not in pos]
        rest = rest if len(rest) <= size - len(head[:3]) else random.sample(rest, size - len(head[:3]))
        take = [*random.sample(head, min(3, len(head))), *rest][:size]
        for j, i in enumerate(take): want[r, j] = wanted[a + i]; mask[r, j] = True; gold[r, j] = cand[i] in pos; pairs.append(bt.pair(q[0], *dressed[i]))
    mask_t = torch.from_numpy(mask).to(dev_)
    flat_ = sorted_forward(m, bt, pairs, 4)
    got = torch.full((questions, size), -30.0, device=dev_).masked_scatter(mask_t, flat_)
    want_t = torch.from_numpy(want).to(dev_)
    kl = F.kl_div(F.log_softmax(got, 1), F.softmax(want_t, 1), reduction="batchmean")
    # Distances too: a logit is added to a score, so it must mean the same in each question.
    centre = lambda x: x - (x * mask_t).sum(1, keepdim=True) / mask_t.sum(1, keepdim=True)
    mse = (((centre(got) - centre(want_t)) ** 2) * mask_t).sum() / mask_t.sum()
    return kl + .05 * mse

def halves(m, name):
    sd = {k: v.half().cpu().contiguous() for k, v in m.state_dict().items() if "embeddings.word" not in k}
    from safetensors.torch import save_file
    first = {k: v for k, v in sd.items() if re.search(r"layer\.[0-2]\.|embeddings", k)}
    save_file(first, given.out / f"{name}-a.safetensors"); save_file({k: v for k, v in sd.items() if k not in first}, given.out / f"{name}-b.safetensors")

@torch.no_grad()
def to_8_bits(m):
    for n, p in m.named_parameters():
        if p.ndim == 2 and "embeddings" not in n and p.shape[0] > 1: s = p.abs().amax(1, keepdim=True) / 127; p.copy_(torch.round(p / s) * s)

for name, layers, rate in (("s6", 6, 1.2e-4), ("s3", 3, 1.5e-4)):
    m = Cross(minilm(layers), 384, "bert"); m.body.embeddings.word_embeddings.weight.requires_grad = False
    trained(m, LIM[name], rate, lambda: student_step(m, 4 if tiny else 56, 6 if tiny else 16), name)
    measure_held(m, bt, held, name)
    if layers == 6:
        halves(m, name); tell(name, m, bt, 60); to_8_bits(m); tell(name + "-8bit", m, bt, 60)
    else: halves(m, name); tell(name, m, bt, 60)
say("done")

"""Cross-encoders that judge whether a turn holds evidence for a question: learning, distilling, measuring."""
import argparse, gzip, json, random, re, time
from pathlib import Path
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from safetensors.numpy import load_file
from safetensors.torch import save_file
from tokenizers import Tokenizer
from transformers import BertConfig, BertModel, MPNetConfig, MPNetModel

ap = argparse.ArgumentParser()
ap.add_argument("--dir", type=Path, default=Path(".gpu"))
ap.add_argument("--out", type=Path, default=Path("out"))
ap.add_argument("--small", type=int, default=0, help="so many pools of each corpus and few steps, to try the scripts")
ap.add_argument("--seed", type=int, default=1)
ap.add_argument("--go-on", action="store_true", help="distil.py: from an earlier student and its teacher's logits")
given = ap.parse_args()
dev_ = "cuda" if torch.cuda.is_available() else "cpu"
start = time.time()
random.seed(given.seed); np.random.seed(given.seed); torch.manual_seed(given.seed)
torch.set_float32_matmul_precision("high")
given.out.mkdir(exist_ok=True, parents=True)
NAMES = "Anna Ben Carla David Emma Felix Grace Henry Iris Jack Kate Liam Maria Noah Olivia Paul Rosa Sam Tina Victor Wendy Yusuf Zoe Nina Omar Priya Diego Mei Tom Lucy".split()
Q, T, C, A = 40, 96, 32, 320  # tokens of a question, of a turn, of each turn before it; A for the bi-encoder

def say(*what): print(f"[{time.time() - start:.0f}s]", *what, flush=True)

# ---- models

def full(rows, kept, count):
    table = np.zeros((count, rows.shape[1]), np.float32); table[kept] = rows
    return table

def minilm(layers=6):
    w = load_file(given.dir / "minilm.safetensors")
    kept = w.pop("kept")
    m = bert()
    sd = {k.removeprefix("bert."): torch.tensor(full(v, kept, 30522) if "word_embeddings" in k else v.astype(np.float32)) for k, v in w.items() if "pooler" not in k}
    r = m.load_state_dict(sd, strict=False)
    assert not [k for k in r.missing_keys if "position_ids" not in k], r
    if layers == 3: m.encoder.layer = nn.ModuleList([m.encoder.layer[i] for i in (0, 2, 5)])
    return m

def mpnet():
    w = {**load_file(given.dir / "mpnet-a.safetensors"), **load_file(given.dir / "mpnet-b.safetensors")}
    kept = w.pop("kept")
    cfg = MPNetConfig(vocab_size=30527, hidden_size=768, num_hidden_layers=12, num_attention_heads=12, intermediate_size=3072, max_position_embeddings=514, relative_attention_num_buckets=32, layer_norm_eps=1e-5)
    m = MPNetModel(cfg, add_pooling_layer=False)
    sd = {}
    for k, v in w.items():
        if k.endswith("#scale"): continue
        v = v.astype(np.float32) * w[k + "#scale"] if v.dtype == np.int8 else v
        sd[k] = torch.tensor(full(v, kept, 30527) if "word_embeddings" in k else v)
    r = m.load_state_dict(sd, strict=False)
    assert not [k for k in r.missing_keys if "position_ids" not in k], r
    return m

def bert():
    return BertModel(BertConfig(vocab_size=30522, hidden_size=384, num_hidden_layers=6, num_attention_heads=12, intermediate_size=1536, attn_implementation="sdpa"), add_pooling_layer=False)

class Cross(nn.Module):
    """The score of a question with a turn, from the mark at the front."""
    def __init__(self, body, width, kind):
        super().__init__()
        self.body, self.kind = body, kind
        self.dense, self.out = nn.Linear(width, width), nn.Linear(width, 1)
        nn.init.normal_(self.dense.weight, std=.02); nn.init.normal_(self.out.weight, std=.02)
    def forward(self, ids, mask, types):
        with torch.autocast("cuda", torch.bfloat16, enabled=dev_ == "cuda"):
            h = self.body(input_ids=ids, attention_mask=mask, **({"token_type_ids": types} if self.kind == "bert" else {})).last_hidden_state
        h = h.float()
        mean = (h * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
        return self.out(torch.tanh(self.dense(h[:, 0] + mean))).squeeze(-1)

# ---- texts as tokens

class Tokens:
    def __init__(self, kind):
        self.kind = kind
        self.tok = Tokenizer.from_file(str(given.dir / ("minilm-tok.json" if kind == "bert" else "mpnet-tok.json")))
        self.tok.no_padding(); self.tok.no_truncation()
        self.cls, self.sep, self.pad = (101, 102, 0) if kind == "bert" else (0, 2, 1)
        self.memo = {}
    def many(self, texts):
        new = [t for t in dict.fromkeys(texts) if t not in self.memo]
        for i in range(0, len(new), 4096):
            for t, e in zip(new[i:i + 4096], self.tok.encode_batch(new[i:i + 4096], add_special_tokens=False)): self.memo[t] = e.ids
    def of(self, text):
        if text not in self.memo: self.memo[text] = self.tok.encode(text, add_special_tokens=False).ids
        return self.memo[text]
    def pair(self, question, turn, before, window=0):
        """[question] [turn] [the two before it]; each turn as (speaker, text)."""
        name = self.of(turn[0] + ":")[:8] if turn[0] else []
        body = self.of(turn[1])[window * T:(window + 1) * T]
        ctx = []
        for one in before:
            ctx += ((self.of(one[0] + ":")[:8] if one[0] else []) + self.of(one[1]))[:C] + [self.sep]
        q = [self.cls, *self.of(question)[-Q:], self.sep] + ([self.sep] if self.kind != "bert" else [])
        rest = [*name, *body, self.sep, *ctx]
        return q + rest, len(q)
    def batch(self, pairs):
        longest = -(-max(len(p[0]) for p in pairs) // 16) * 16
        ids = np.full((len(pairs), longest), self.pad, np.int64); mask = np.zeros((len(pairs), longest), np.int64); types = np.zeros_like(mask)
        for r, (p, first) in enumerate(pairs):
            ids[r, :len(p)] = p; mask[r, :len(p)] = 1; types[r, first:len(p)] = 1
        return [torch.from_numpy(x).to(dev_, non_blocking=True) for x in (ids, mask, types)]

@torch.no_grad()
def scores_of(model, tokens, pairs, budget=60000):
    model.eval()
    order = sorted(range(len(pairs)), key=lambda i: len(pairs[i][0])); res = np.zeros(len(pairs), np.float32)
    i = len(order); outs = []
    while i > 0:
        longest = len(pairs[order[i - 1]][0]); n = max(1, budget // max(16, longest)); rows = order[max(0, i - n):i]; i -= len(rows)
        outs.append((rows, model(*tokens.batch([pairs[r] for r in rows]))))
    for rows, o in outs: res[rows] = o.float().cpu().numpy()
    model.train()
    return res

# ---- what is learned from

def load_pools():
    pools = json.load(gzip.open(given.dir / "train.json.gz"))
    if given.small and not given.go_on: pools = [p for k in ("squad", "selqa", "qed", "friends", "qmsum") for p in [x for x in pools if x["kind"] == k][:given.small + 1]]
    rng = random.Random(7)
    held, learn = [], []
    for kind in ("squad", "selqa", "qed", "friends", "qmsum"):
        some = [p for p in pools if p["kind"] == kind]; rng.shuffle(some)
        n = max(1, len(some) // (12 if kind in ("squad", "selqa", "qed") else 6))
        held += some[:n]; learn += some[n:]
    return learn, held

@torch.no_grad()
def mine(pools, tokens, keep=16):
    """Adds the nearest turns by the cosine of the bundled model."""
    model = minilm().to(dev_).eval()
    def vectors(texts):
        ids = [[101, *tokens.of(t)[:200], 102] for t in texts]; order = sorted(range(len(ids)), key=lambda i: len(ids[i])); outs = [None] * len(ids)
        for i in range(0, len(order), 256):
            rows = order[i:i + 256]; a, m, _ = tokens.batch([(ids[r], 0) for r in rows])
            with torch.autocast("cuda", torch.bfloat16, enabled=dev_ == "cuda"): h = model(input_ids=a, attention_mask=m).last_hidden_state.float()
            v = F.normalize((h * m[..., None]).sum(1) / m.sum(1, keepdim=True), dim=-1)
            for r, x in zip(rows, v): outs[r] = x
        return torch.stack(outs)
    tokens.many([x for p in pools for x in [*(t[1] for t in p["turns"]), *(q[0] for q in p["qs"])]])
    V = vectors([t[1] for p in pools for t in p["turns"]]); U = vectors([q[0] for p in pools for q in p["qs"]])
    a = b = 0
    for p in pools:
        v, u = V[a:a + len(p["turns"])], U[b:b + len(p["qs"])]; a += len(v); b += len(u)
        top = (u @ v.T).topk(min(len(v), keep + 8)).indices.cpu().numpy()
        for q, row in zip(p["qs"], top):
            near = [int(i) for i in row if i not in q[1]][:keep]
            q.append(list(dict.fromkeys(x for pair in zip(q[2] + [None] * 32, near + [None] * 32) for x in pair if x is not None))[:32])
    say("mined")

def before(p, at, of_learning=True):
    if p["kind"] in ("squad", "selqa", "qed"):
        if not p.get("ctx"): return []
        return [p["turns"][j] for j in (at - 1, at - 2) if j >= 0]
    return [p["turns"][j] for j in (at - 1, at - 2) if j >= 0 and p["of"][j] == p["of"][at]]

def dress(p, turn, name):
    return [name if p["kind"] in ("squad", "selqa", "qed") else turn[0], turn[1]]

class Groups:
    """Batches of groups: a question, one turn with evidence first, and turns without."""
    def __init__(self, pools, tokens, size, shares):
        self.pools, self.tokens, self.size = pools, tokens, size
        self.by = {}
        for pi, p in enumerate(pools):
            for qi in range(len(p["qs"])): self.by.setdefault(p["kind"], []).append((pi, qi))
        self.kinds = [k for k in shares if k in self.by]; self.weights = [shares[k] for k in self.kinds]; self.at = {k: 0 for k in self.kinds}
        for k in self.kinds: random.shuffle(self.by[k])
    def next(self, questions):
        pairs = []
        kind_of = random.choices(self.kinds, self.weights, k=questions)
        for kind in kind_of:
            if self.at[kind] >= len(self.by[kind]): random.shuffle(self.by[kind]); self.at[kind] = 0
            pi, qi = self.by[kind][self.at[kind]]; self.at[kind] += 1
            p = self.pools[pi]; q = p["qs"][qi]; p["ctx"] = random.random() < .4
            pos = random.choice(q[1]); hard = q[3]
            n = self.size - 1
            negs = random.sample(hard[:12], min(len(hard[:12]), (n + 1) // 2)); rest = [h for h in hard if h not in negs]
            negs += random.sample(rest, min(len(rest), n // 3))
            while len(negs) < n:
                x = random.randrange(len(p["turns"]))
                if x not in q[1] or len(q[1]) > len(p["turns"]) // 2: negs.append(x)
            name = random.choice(NAMES) if random.random() < .5 else ""; other = random.choice(NAMES) if name else ""
            for at in [pos, *negs[:n]]:
                pairs.append(self.tokens.pair(q[0], dress(p, p["turns"][at], name if random.random() < .8 else other), [dress(p, t, other) for t in before(p, at)]))
        return pairs

def in_chunks(model, tokens, pairs, chunks):
    """The scores of pairs, those of much the same length together."""
    order = np.argsort([len(p[0]) for p in pairs], kind="stable")
    out = torch.cat([model(*tokens.batch([pairs[i] for i in part])) for part in np.array_split(order, chunks)])
    return out[torch.from_numpy(np.argsort(order)).to(dev_)]

def first_is_evidence(model, tokens, groups, questions, chunks=5):
    """The loss of a batch of groups, in each of which the first turn holds the evidence."""
    scores = in_chunks(model, tokens, groups.next(questions), chunks).view(questions, groups.size)
    return F.cross_entropy(scores, torch.zeros(questions, dtype=torch.long, device=dev_))

def trained(model, rate, loss_of, name, steps=None, seconds=None, warm=.05, least=.01):
    """Learns for so many steps or seconds; the rate rises over `warm` of them and falls to `least` of itself."""
    model.train().to(dev_)
    ps = [p for p in model.parameters() if p.requires_grad]
    opt = torch.optim.AdamW([{"params": [p for p in ps if p.ndim > 1], "weight_decay": .01}, {"params": [p for p in ps if p.ndim <= 1], "weight_decay": 0}], lr=rate, fused=dev_ == "cuda")
    t0, s, seen, total, told = time.time(), 0, 0, 0.0, .2
    while (f := s / steps if steps else (time.time() - t0) / seconds) < 1:
        for g in opt.param_groups: g["lr"] = rate * min(1, (f + 1e-3) / warm) * max(least, 1 - f)
        loss = loss_of(); opt.zero_grad(set_to_none=True); loss.backward(); nn.utils.clip_grad_norm_(ps, 1.0); opt.step()
        total += loss.detach(); s += 1; seen += 1
        if f >= told: say(f"{name} step {s} loss {float(total) / seen:.3f}"); total, seen, told = 0.0, 0, told + .2
    say(f"{name} {s} steps")

def lists_of(pools, kept=None):
    """
    Of each question the turns to judge and how they are dressed: (pool, question, turns, dressed, its first pair).
    With `kept`, the turns are those of an earlier run, whose dress they get again.
    """
    lists, rng, first = [], random.Random(5), 0
    for pi, p in enumerate(pools):
        plain = p["kind"] in ("squad", "selqa", "qed")
        for qi, q in enumerate(p["qs"]):
            p["ctx"] = plain and rng.random() < .4
            name = rng.choice(NAMES) if plain and rng.random() < .5 else ""; other = rng.choice(NAMES) if name else ""
            head = rng.sample(q[1], min(len(q[1]), 2 if plain else 4)); strays = [rng.randrange(len(p["turns"])) for _ in range(3)]
            if kept is None: turns = list(dict.fromkeys([*head, *q[3][:18 if plain else 30], *(x for x in strays if x not in q[1])]))
            else: turns = next(kept)
            assert turns[:len(head)] == head, (pi, qi)
            dressed = [(dress(p, p["turns"][at], name if rng.random() < .8 else other), [dress(p, x, other) for x in before(p, at)]) for at in turns]
            lists.append((pi, qi, turns, dressed, first)); first += len(turns)
    return lists

class Student:
    """Batches in which a model follows the teacher's logits."""
    def __init__(self, model, tokens, pools, lists, wanted, shares):
        self.model, self.tokens, self.pools, self.lists, self.wanted = model, tokens, pools, lists, wanted
        self.by = {}
        for i, one in enumerate(lists): self.by.setdefault(pools[one[0]]["kind"], []).append(i)
        self.kinds = [k for k in shares if k in self.by]; self.weights = [shares[k] for k in self.kinds]
    def loss(self, questions, size):
        pairs, want, mask = [], np.full((questions, size), -30, np.float32), np.zeros((questions, size), bool)
        for r, kind in enumerate(random.choices(self.kinds, self.weights, k=questions)):
            pi, qi, turns, dressed, first = self.lists[random.choice(self.by[kind])]
            q = self.pools[pi]["qs"][qi]; evidence = set(q[1])
            head = [i for i, at in enumerate(turns) if at in evidence]; rest = [i for i, at in enumerate(turns) if at not in evidence]
            rest = rest if len(rest) <= size - len(head[:3]) else random.sample(rest, size - len(head[:3]))
            for j, i in enumerate([*random.sample(head, min(3, len(head))), *rest][:size]):
                want[r, j] = self.wanted[first + i]; mask[r, j] = True; pairs.append(self.tokens.pair(q[0], *dressed[i]))
        mask, want = torch.from_numpy(mask).to(dev_), torch.from_numpy(want).to(dev_)
        got = torch.full((questions, size), -30.0, device=dev_).masked_scatter(mask, in_chunks(self.model, self.tokens, pairs, 4))
        kl = F.kl_div(F.log_softmax(got, 1), F.softmax(want, 1), reduction="batchmean")
        # Distances too: a logit is added to a score, so it must mean the same in each question.
        centre = lambda x: x - (x * mask).sum(1, keepdim=True) / mask.sum(1, keepdim=True)
        return kl + .05 * (((centre(got) - centre(want)) ** 2) * mask).sum() / mask.sum()

def keep_halves(model, name):
    """Two files in 16 bits: the lower three layers, and the rest; without the table of words."""
    sd = {k: v.half().cpu().contiguous() for k, v in model.state_dict().items() if "embeddings.word" not in k}
    lower = {k: v for k, v in sd.items() if re.search(r"layer\.[0-2]\.|embeddings", k)}
    save_file(lower, given.out / f"{name}-a.safetensors"); save_file({k: v for k, v in sd.items() if k not in lower}, given.out / f"{name}-b.safetensors")

@torch.no_grad()
def to_8_bits(model):
    for n, p in model.named_parameters():
        if p.ndim == 2 and "embeddings" not in n and p.shape[0] > 1: s = p.abs().amax(1, keepdim=True) / 127; p.copy_(torch.round(p / s) * s)

# ---- measuring

dev = json.load(gzip.open(given.dir / "dev.json.gz"))
if given.small:
    for d in dev.values(): d["questions"] = d["questions"][:6]

def measure_held(model, tokens, held, name, most=300):
    most = 3 if given.small else most
    line = []
    for kind in ("squad", "friends", "qmsum"):
        rng = random.Random(3); some = [(p, q) for p in held if p["kind"] == kind for q in p["qs"]]; rng.shuffle(some); some = some[:most]
        pairs, spans = [], []
        for p, q in some:
            p["ctx"] = False; cand = [*q[1][:5], *q[3][:25]]
            spans.append((len(pairs), len(q[1][:5]), len(cand)))
            pairs += [tokens.pair(q[0], p["turns"][at], before(p, at)) for at in cand]
        s = scores_of(model, tokens, pairs); rr = []
        for a, pos, n in spans:
            x = s[a:a + n]; rr.append(1 / (1 + (x[pos:] > x[:pos].max()).sum()))
        line.append(f"{kind} {np.mean(rr):.3f}")
    say(name, "held out, MRR of the best:", ", ".join(line))

def logits_on_dev(model, tokens, first=30):
    """Of each development corpus the logits of the first candidates, the best window of a long text."""
    res = {}
    for key, d in dev.items():
        pairs, spans = [], []
        for q in d["questions"]:
            task = d["tasks"][q["t"]]; row = []
            for at in q["r"][:first]:
                b = [task[j][:2] for j in (at - 1, at - 2) if j >= 0 and task[j][2] == task[at][2] and task[at][2]]
                windows = min(6, max(1, -(-len(tokens.of(task[at][1])) // T)))
                row.append((len(pairs), windows)); pairs += [tokens.pair(q["q"], task[at][:2], b, w) for w in range(windows)]
            spans.append(row)
        s = scores_of(model, tokens, pairs); out = np.full((len(spans), first), np.nan, np.float32)
        for i, row in enumerate(spans):
            for j, (a, w) in enumerate(row): out[i, j] = s[a:a + w].max()
        res[key] = out
    return res

def tell(name, model, tokens, first=30):
    """Writes the logits on the development corpora, which `measure.py` reads."""
    np.savez(given.out / f"logits-{name}.npz", **{k: v.astype(np.float16) for k, v in logits_on_dev(model, tokens, first).items()})
    say(name, "told")

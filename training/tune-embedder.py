"""Tunes the bundled embedder on the texts of `reader/`: vectors of whole texts and of words, so that what answers lies near what is asked.

  tune-embedder.py learn OUT.pt [--epochs 1] [--rate 5e-5] [--seed 1] [--most N]
  tune-embedder.py blend OUT.pt SHARE MODEL.safetensors      the package's file, its layers moved by a share of the way
  tune-embedder.py measure OUT.pt DUMP.json SHARE...         R@10 alone, on dumped conversations: [{set, turns: [[who, text]], qs: [{query, evidence}]}]

A step has some 5,000 tokens of whole stores and talks. Each text is a candidate for each ask; what is of another store and lies nearer
than the answer is left out, since it may answer too. README.md says what came of it.
"""
import argparse, base64, importlib.util, json, math, random, re, time
from pathlib import Path
import numpy as np, torch, torch.nn as nn, torch.nn.functional as F
from safetensors.numpy import load_file, save_file

here = Path(__file__).parent
spec = importlib.util.spec_from_file_location("reader", here / "reader/reader.py"); reader = importlib.util.module_from_spec(spec); spec.loader.exec_module(reader)
BUDGET, ASKS, HELD = 5000, 14, 20  # tokens of a step, asks of a store in a step, one of so many stores is held out
stop_words = set(re.findall(r"[a-z]+", " ".join(re.findall(r"const (?:articlesAndPronouns|verbs|connections|adverbs) =((?:\s|'|\+|[a-z ])+);", (here.parent / "src/language/word-lists.ts").read_text()))))
piece_of = {number: piece for piece, number in reader.tokenizer.get_vocab().items()}
packed = base64.b64decode("".join(re.search(r"`\n([^`]+)`;", (here.parent / "src/embed/token-axes.ts").read_text()).group(1).split()))
scales, offset = np.frombuffer(packed[48 * 384 :], "<f4").reshape(2, 48)
matrix, offset = torch.tensor((np.frombuffer(packed[: 48 * 384], np.int8).reshape(48, 384) * scales[:, None]).T.astype(np.float32)), torch.tensor(offset.copy())
known = {}

def prepared(text, most=96):
    """The tokens of a text, the places of those that count, and their words."""
    if text not in known:
        ids, words, of = reader.ids(text)[:most], [], []
        for piece in (piece_of[one] for one in ids):
            if piece.startswith("##") and words: words[-1] += piece[2:]
            else: words.append(piece)
            of.append(len(words) - 1)
        kept = [at for at, word in enumerate(of) if words[word] not in stop_words and re.search("[a-z0-9]", words[word])]
        known[text] = [101, *ids, 102], [at + 1 for at in kept], [words[of[at]] for at in kept]
    return known[text]

def made(model, texts):
    """Vectors of texts, short ones of their words, and which words count."""
    ids, mask, kinds = reader.batch_of([(prepared(text)[0], 999) for text in texts])
    states, there = model.states(ids, mask, torch.zeros_like(ids)), mask.float()
    counts = torch.zeros_like(mask, dtype=torch.bool)
    for row, text in enumerate(texts): counts[row, prepared(text)[1]] = True
    vectors = F.normalize((states * there[..., None]).sum(1) / there.sum(1, keepdim=True), dim=-1)
    return vectors.float(), F.normalize(states @ matrix + offset, dim=-1).float(), counts

def likeness(asks, texts):
    """The cosines, and the mean over the words of an ask of the squared cosine of the nearest word."""
    (vectors, words, counts), (others, their_words, theirs) = asks, texts
    nearest = torch.einsum("qta,nda->qtnd", words, their_words).masked_fill(~theirs[None, None], 0).amax(-1).clamp(min=0) ** 2
    share = counts.float()
    return (vectors @ others.T).float(), ((nearest * share[:, :, None]).sum(1) / share.sum(1).clamp(min=1)[:, None]).float()

def base():
    weights = reader.base_weights()
    return reader.Reader({**reader.cross_encoder_weights(), **weights}, weights["embeddings.word_embeddings.weight"])

def stores():
    """Texts and (ask, places of what answers), of three kinds; of each kind those held out, and the others."""
    kinds = [[(s["notes"], [(a["q"], a["a"]) for a in s["asks"]]) for s in reader.read("answers.jsonl")],
             [([t["note"]], [(q, [0]) for q in t["yes"]] + [(q, []) for q in t["no"]]) for t in reader.read("twins.jsonl")],
             [(t["turns"], [(a["q"], a["a"]) for a in t["asks"]]) for t in reader.read("talks.jsonl")]]
    for kind in kinds: random.Random(5).shuffle(kind)
    return [kind[: len(kind) // HELD] for kind in kinds], [kind[len(kind) // HELD :] for kind in kinds]

@torch.no_grad()
def report(model, held, tag):
    model.eval(); told = []
    for name, kind in zip(("stores", "twins", "talks"), held):
        rows = []
        for texts, asks in kind:
            with torch.autocast("cpu", torch.bfloat16): cosine, words = likeness(made(model, [ask for ask, _ in asks]), made(model, texts))
            if len(texts) == 1: rows.append([reader.area([bool(places) for _, places in asks], scores[:, 0].numpy()) for scores in (cosine, words)])
            else: rows += [[float(int(scores[row].argmax()) in places) for scores in (cosine, words)] for row, (_, places) in enumerate(asks) if places]
        told.append(f"{name} {np.mean(rows, 0).round(3)}")
    print(tag, "answer first (twins: AUC), by cosine and by words:", ", ".join(told), flush=True); model.train()

def batches(kinds, rng):
    pool, steps, step, size = [store for kind in kinds for store in kind], [], [], 0
    rng.shuffle(pool)
    for texts, asks in pool:
        asks = rng.sample(asks, min(len(asks), ASKS)); count = sum(len(prepared(text)[0]) for text in [*texts, *(ask for ask, _ in asks)])
        if step and size + count > BUDGET: steps.append(step); step, size = [], 0
        step.append((texts, asks)); size += count
    return rng.sample(steps, len(steps))

def loss_of(model, step):
    texts, asks, place, store, of = [], [], [], [], []
    for number, (some, asked) in enumerate(step):
        for ask, places in asked: asks.append(ask); store.append(number); place.append([len(texts) + at for at in places])
        texts += some; of += [number] * len(some)
    order = sorted(range(len(texts)), key=lambda at: len(prepared(texts[at])[0])); half = len(order) // 2
    halves = [made(model, [texts[at] for at in part]) for part in (order[:half], order[half:]) if part]
    longest = max(words.shape[1] for _, words, _ in halves); back = torch.argsort(torch.tensor(order))
    wide = lambda part: F.pad(part, (0, 0) * (part.ndim - 2) + (0, longest - part.shape[1]))
    whole = [torch.cat(parts)[back] for parts in ([one[0] for one in halves], [wide(one[1]) for one in halves], [wide(one[2]) for one in halves])]
    cosine, words = likeness(made(model, asks), whole)
    answers, shared = torch.zeros_like(cosine, dtype=torch.bool), torch.zeros_like(cosine)
    for row, places in enumerate(place): answers[row, places] = True
    said = [set(prepared(text)[2]) for text in texts]; holding = {}
    for one in said:
        for word in one: holding[word] = holding.get(word, 0) + 1
    rarity = lambda word: math.log((len(texts) + 1) / (holding.get(word, 0) + 0.5))
    for row, ask in enumerate(asks):
        asked = set(prepared(ask)[2]); total = sum(map(rarity, asked)) or 1
        for column, one in enumerate(said):
            if asked & one: shared[row, column] = sum(map(rarity, asked & one)) / total
    nearest = cosine.detach().masked_fill(~answers, -1).amax(1, keepdim=True)
    may_answer = (torch.tensor(store)[:, None] != torch.tensor(of)[None]) & (cosine.detach() > nearest) & answers.any(1)[:, None]
    def missed(logits, right):
        has = right.any(1)
        return (torch.logsumexp(logits, 1) - torch.logsumexp(logits.masked_fill(~right, -1e4), 1))[has].mean()
    def both(logits):
        logits = logits.masked_fill(may_answer, -1e4)
        return missed(logits, answers) + 0.5 * missed(logits.T, answers.T)
    return both(10 * shared + 12 * cosine + 12 * words) + 0.5 * both(16 * words) + 0.5 * both(18 * cosine)

def learn(given):
    random.seed(given.seed); torch.manual_seed(given.seed); rng = random.Random(given.seed)
    model, (held, kinds), start = base(), stores(), time.time()
    kinds = [kind[: given.most] for kind in kinds]
    report(model, held, "start")
    learned = [value for name, value in model.named_parameters() if name.startswith("layers.")]
    optimizer = torch.optim.AdamW(learned, given.rate, betas=(0.9, 0.98), weight_decay=0)
    steps = batches(kinds, rng); total = int(len(steps) * given.epochs)
    for step in range(total):
        steps = steps or batches(kinds, rng)
        for group in optimizer.param_groups: group["lr"] = given.rate * min(1, (step + 1) / 40) * max(0.03, 1 - step / total)
        with torch.autocast("cpu", torch.bfloat16): loss = loss_of(model, steps.pop())
        optimizer.zero_grad(); loss.backward(); nn.utils.clip_grad_norm_(learned, 1.0); optimizer.step()
        if step % 25 == 0: print(step, total, f"{time.time() - start:.0f}s {loss.item():.3f}", flush=True)
    report(model, held, "end")
    torch.save({name: value for name, value in model.state_dict().items() if name.startswith("layers.")}, given.out)

def moved(given, share):
    """The learned tensors by the model's names, each so far on the way from the first."""
    first, made = load_file(reader.bundled / "model.fp16.safetensors"), {}
    for name, value in torch.load(given.out).items():
        _, layer, part, kind = name.split(".")
        name = next(one for one in first if one.endswith(f"encoder.layer.{layer}.{reader.NAMES[part]}.{kind}"))
        made[name] = (first[name].astype(np.float32) * (1 - share) + share * value.float().numpy()).astype(np.float16)
    return {**first, **made}

def blend(given): save_file(moved(given, given.share), given.to)

@torch.no_grad()
def measure(given):
    for share in given.shares:
        weights = {name.removeprefix("bert."): value.astype(np.float32) for name, value in moved(given, share).items()}
        model = reader.Reader({**reader.cross_encoder_weights(), **weights}, weights["embeddings.word_embeddings.weight"]).eval(); found = {}
        for talk in json.loads(given.dump.read_text()):
            texts = [f"{who}: {said}" if who else said for who, said, *_ in talk["turns"]]
            asks = [(one["query"], set(one["evidence"])) for one in talk["qs"] if one.get("kind", "own") == "own" and one["evidence"]]
            parts = lambda some: [(part, made(model, [some[at] for at in part])) for part in np.array_split(sorted(range(len(some)), key=lambda at: len(prepared(some[at], 200)[0])), max(1, len(some) // 64))]
            scores = np.zeros((2, len(asks), len(texts)))
            for rows, asked in parts([ask for ask, _ in asks]):
                for columns, said in parts(texts): scores[np.ix_((0, 1), rows, columns)] = torch.stack(likeness(asked, said)).numpy()
            for row, (_, evidence) in enumerate(asks):
                shares = [len(set(np.argsort(-one[row])[:10]) & evidence) / min(10, len(evidence)) for one in scores]
                found.setdefault(talk["set"], []).append(shares)
        print(share, {name: (100 * np.mean(rows, 0)).round(1).tolist() for name, rows in found.items()}, flush=True)

if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter); verbs = options.add_subparsers(required=True)
    one = verbs.add_parser("learn"); one.set_defaults(run=learn); one.add_argument("out"); one.add_argument("--epochs", type=float, default=1)
    one.add_argument("--rate", type=float, default=5e-5); one.add_argument("--seed", type=int, default=1); one.add_argument("--most", type=int)
    two = verbs.add_parser("blend"); two.set_defaults(run=blend); two.add_argument("out"); two.add_argument("share", type=float); two.add_argument("to")
    three = verbs.add_parser("measure"); three.set_defaults(run=measure); three.add_argument("out"); three.add_argument("dump", type=Path); three.add_argument("shares", type=float, nargs="+")
    given = options.parse_args(); given.run(given)

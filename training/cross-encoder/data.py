"""Puts the corpora to learn from into one file of pools, each question with its hard candidates by BM25."""
import gzip, json, math, re, sys
from collections import Counter
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1]))
from sources import read

src, out = Path(sys.argv[1]), Path(sys.argv[2])
stop = set("a an the of to in on at by for with from and or but is are was were be been do does did has have had i you he she it we they me him her us them my your his its our their this that these those what which who whom when where why how as not no so if then than there here s t ll d re ve m".split())

def words(text):
    return [re.sub(r"(ing|ed|es|s|ly)$", "", w) if len(w) > 4 else w for w in re.findall(r"[a-z0-9]+", text.lower()) if w not in stop]

def clean(text):
    for a, b in (("-lrb- ", "("), (" -rrb-", ")"), ("-LRB- ", "("), (" -RRB-", ")"), ("`` ", '"'), (" ''", '"'), (" n't", "n't"), (" '", "'")):
        text = text.replace(a, b)
    return re.sub(r"\s+([,.;:?!%])", r"\1", text).strip()

def squad():
    for part in ("dev", "test"):
        S = [clean(l) for l in read(src, f"squad-src-{part}.txt").split("\n") if l.strip()]
        Q = [clean(l) for l in read(src, f"squad-tgt-{part}.txt").split("\n") if l.strip()]
        assert len(S) == len(Q)
        place, turns, qs = {}, [], []
        for s, q in zip(S, Q):
            if s not in place:
                if len(turns) >= 160:
                    yield turns, qs
                    place, turns, qs = {}, [], []
                place[s] = len(turns); turns.append(["", s])
            qs.append([q, [place[s]]])
        yield turns, qs

def selqa():
    for part in ("dev", "test"):
        turns, qs, place = [], [], {}
        for one in json.loads(read(src, f"selqa-{part}.json")):
            if not one["answers"]: continue
            if len(turns) > 160:
                yield turns, qs
                turns, qs, place = [], [], {}
            key = one["article"] + "/" + one["section"] + str(len(one["candidates"]))
            if key not in place:
                place[key] = len(turns); turns += [["", c] for c in one["candidates"]]
            qs.append([one["question"], [place[key] + a for a in one["answers"]]])
        yield turns, qs

def qed():
    turns, qs = [], []
    for line in read(src, "qed-dev.jsonl").strip().split("\n"):
        one = json.loads(line)
        sel = one["annotation"].get("selected_sentence")
        if not sel: continue
        if len(turns) > 160:
            yield turns, qs
            turns, qs = [], []
        t, starts = one["paragraph_text"], one["sentence_starts"]
        sents = [clean(t[a:b]) for a, b in zip(starts, [*starts[1:], len(t)])]
        at = [i for i, a in enumerate(starts) if a == sel["start"]]
        if not at: continue
        qs.append([one["question_text"], [len(turns) + at[0]]]); turns += [["", s] for s in sents]
    yield turns, qs

def friends():
    """Scenes in order, up to 300 turns; neighbours do not cross scenes."""
    for part in ("dev", "tst"):
        turns, of, qs, n = [], [], [], 0
        for entry in json.loads(read(src, f"friendsqa-{part}.json"))["data"]:
            for p in entry["paragraphs"]:
                said = p.get("utterances:") or p["utterances"]
                if turns and len(turns) + len(said) > 300:
                    yield turns, of, qs
                    turns, of, qs = [], [], []
                place = {u["uid"]: len(turns) + i for i, u in enumerate(said)}
                for a in p["qas"]:
                    pos = sorted({place[x["utterance_id"]] for x in a["answers"] if x["utterance_id"] in place})
                    if pos: qs.append([a["question"], pos])
                turns += [[" ".join(u["speakers"] or []), u["utterance"]] for u in said]; of += [n] * len(said); n += 1
        yield turns, of, qs

def qmsum():
    for part in ("train", "val", "test"):
        for line in read(src, f"qmsum-{part}.jsonl").strip().split("\n"):
            m = json.loads(line)
            said = m["meeting_transcripts"]
            qs = []
            for a in m["specific_query_list"]:
                spans = [range(int(f), min(int(l) + 1, len(said))) for f, l in a["relevant_text_span"]]
                pos = sorted({i for s in spans for i in s if len(said[i]["content"]) > 60})
                if pos: qs.append([a["query"], pos])
            yield [[u["speaker"], clean(u["content"])[:700]] for u in said], qs

def candidates(turns, of, qs, keep=24):
    own = [Counter(words(t[1]) + words(t[0])) for t in turns]
    tf = []
    for i in range(len(turns)):
        c = Counter(own[i])
        for far, share in ((-1, .7), (-2, .4), (1, .3)):
            j = i + far
            if 0 <= j < len(turns) and of[j] == of[i]:
                for w, n in own[j].items(): c[w] += share * n
        tf.append(c)
    inv = {}
    for i, c in enumerate(tf):
        for w, n in c.items(): inv.setdefault(w, []).append((i, n))
    L = [sum(c.values()) for c in tf]; avg = sum(L) / max(1, len(L)); N = len(turns)
    for q in qs:
        s = Counter()
        for w in sorted(set(words(q[0]))):
            post = inv.get(w, ())
            idf = math.log(1 + (N - len(post) + .5) / (len(post) + .5))
            for i, n in post: s[i] += idf * n * 2.2 / (n + 1.2 * (.25 + .75 * L[i] / avg))
        q.append([i for i, _ in s.most_common(keep + len(q[1])) if i not in q[1]][:keep])

pools = []
for kind, made in (("squad", squad()), ("selqa", selqa()), ("qed", qed()), ("friends", friends()), ("qmsum", qmsum())):
    count = 0
    for one in made:
        turns, of, qs = one if len(one) == 3 else (one[0], [0] * len(one[0]), one[1])
        if not qs: continue
        if kind in ("squad", "selqa", "qed"): of = [-1] * len(turns)
        candidates(turns, of if of[0] >= 0 else list(range(len(turns))), qs)
        pools.append({"kind": kind, "turns": turns, "of": of, "qs": qs}); count += len(qs)
    print(kind, sum(p["kind"] == kind for p in pools), "pools", count, "questions", flush=True)
with gzip.open(out, "wt") as f: json.dump(pools, f, separators=(",", ":"), ensure_ascii=False)

from ce import *
flat = {"squad": .5, "selqa": .12, "qed": .06, "friends": .22, "qmsum": .1}
talk = {"squad": .25, "selqa": .08, "qed": .04, "friends": .43, "qmsum": .2}
bt = Tokens("bert")
pools, held = load_pools()
say("pools", len(pools), len(held), dev_)
mine(pools + held, bt)
tiny = bool(given.small)
def steps(n): return 2 if tiny else n
qn, size = (4, 4) if tiny else (64, 10)
if "minilm" in given.plan:
    m = Cross(minilm(), 384, "bert")
    learn(m, bt, pools, steps(900), 8e-5, qn, size, flat, "minilm-1", held); measure_held(m, bt, held, "minilm-1"); tell("minilm-1", m, bt)
    learn(m, bt, pools, steps(500), 3e-5, qn, size, talk, "minilm-2", held); measure_held(m, bt, held, "minilm-2"); tell("minilm-2", m, bt); save(m, "minilm-2")
if "mpnet" in given.plan:
    mt = Tokens("mpnet")
    t = Cross(mpnet(), 768, "mpnet")
    learn(t, mt, pools, steps(700), 3e-5, qn, size, flat, "mpnet-1", held); measure_held(t, mt, held, "mpnet-1"); tell("mpnet-1", t, mt)
    learn(t, mt, pools, steps(300), 1.5e-5, qn, size, talk, "mpnet-2", held); measure_held(t, mt, held, "mpnet-2"); tell("mpnet-2", t, mt, 100)
if "distil" in given.plan:
    m = Cross(minilm(), 384, "bert")
    distil(m, bt, t, mt, pools, steps(900), 8e-5, qn, size, talk, "student"); measure_held(m, bt, held, "student"); tell("student", m, bt, 100); save(m, "student")
say("done")

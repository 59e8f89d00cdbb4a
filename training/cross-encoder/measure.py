"""`measure.py FOLDER NAME[@FIRST]...`: R@10 and NDCG@10 with and without the logits in FOLDER, and their intervals."""
import gzip, json, math, sys
from pathlib import Path
import numpy as np
folder = Path(sys.argv[1])
dev = json.load(gzip.open(folder / "dev.json.gz"))
def metr(q, ranked):
    e=set(q["e"]); h=[r in e for r in ranked[:10]]
    return sum(h)/len(e), sum(x/math.log2(i+2) for i,x in enumerate(h))/sum(1/math.log2(i+2) for i in range(min(10,len(e))))
def rank(q, row, w, form, first):
    n=min(first,len(q["r"])); s=np.array(q["s"][:n]); x=row[:n].astype(float)
    if form=="minmax": x=(x-x.min())/(np.ptp(x)+1e-6)
    o=np.argsort(-(s+w*x),kind="stable"); return [q["r"][i] for i in o]+q["r"][n:]
GR={"raw":[0,.005,.01,.015,.02,.03,.04,.05],"minmax":[0,.03,.05,.075,.1,.15,.2,.3]}
def agg(d,V):
    g=np.array([q["g"] for q in d["questions"]]); inm=np.isin(g,[k for k,m in d["groups"] if m])
    ks=[k for k,_ in d["groups"] if (g==k).any()]
    return V[inm].mean(0), np.mean([V[g==k].mean(0) for k in ks],0)
def run(name, first=30):
    L=np.load(folder / f"logits-{name}.npz")
    for form in ("raw","minmax"):
        vals={}
        for key,d in dev.items():
            vals[key]=np.array([[metr(q,rank(q,r,w,form,first)) for q,r in zip(d["questions"],L[key])] for w in GR[form]])  # w,q,2
        units=[(k,t) for k,d in dev.items() for t in range(len(d["tasks"]))]
        def objective(left):  # sum over the corpora of micro R@10
            tot=np.zeros(len(GR[form]))
            for k,d in dev.items():
                inm={x for x,m in d["groups"] if m}
                sel=np.array([q["g"] in inm and (k,q["t"])!=left for q in d["questions"]])
                if sel.any(): tot+=vals[k][:,sel,0].mean(1)
            return int(tot.argmax())
        for k,d in dev.items():
            pick=np.array([objective((k,t)) for t in range(len(d["tasks"]))])
            V=np.array([vals[k][pick[q["t"]],i] for i,q in enumerate(d["questions"])]); B=vals[k][0]
            (mi,ma),(bmi,bma)=agg(d,V),agg(d,B)
            rng=np.random.default_rng(1); n=len(V); D=[]
            g=np.array([q["g"] for q in d["questions"]]); inm=np.isin(g,[x for x,m in d["groups"] if m]); diff=V-B
            for _ in range(1000):
                i=rng.integers(0,n,n); s=i[inm[i]]; ks=[x for x in np.unique(g)]
                mac=np.mean([diff[i[g[i]==x]].mean(0) for x in ks if (g[i]==x).any()],0)
                D.append([*diff[s].mean(0),*mac])
            lo,hi=np.percentile(D,[2.5,97.5],axis=0)*100
            print(f"{name} {form} @{first} {k}: w {[GR[form][p] for p in sorted(set(pick))]} R10 {100*mi[0]:.1f}/{100*ma[0]:.1f} (was {100*bmi[0]:.1f}/{100*bma[0]:.1f}; {100*(mi-bmi)[0]:+.1f} [{lo[0]:.1f},{hi[0]:.1f}] / {100*(ma-bma)[0]:+.1f} [{lo[2]:.1f},{hi[2]:.1f}]) N10 {100*mi[1]:.1f} ({100*(mi-bmi)[1]:+.1f} [{lo[1]:.1f},{hi[1]:.1f}]) macro N10 {100*ma[1]:.1f} ({100*(ma-bma)[1]:+.1f})")
for a in sys.argv[2:]:
    n,_,f=a.partition("@"); run(n,int(f or 30))

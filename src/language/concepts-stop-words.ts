/**
 * Words that are never a concept: they tie sentences together and name nothing. `always`, `never`
 * and `must` are not among them, since they carry what a rule says.
 */
import { foldName } from './fold.ts';

const english = `
a about above after again against ago ah all almost along already also although am among an and another any anybody
anyone anything anyway anywhere are around as ask asked at away back be became because become been before began begin
being below between both bring but by bye call called came can cannot cant could did didnt do does doesnt doing don done
dont down during each either else enough even ever every everybody everyone everything everywhere far few find for found
from further gave get gets getting give given gives go goes going gone gonna good got gotta great had has hasnt have
havent having he hello hence her here hers herself hey hi him himself his hmm how however i id if ill im in indeed
instead into is isnt it its itself ive just keep kept kind know known knows last later least less let lets like likely
little ll look looked looking looks lot lots made make makes making many may maybe me mean means might mine more most
much my myself near need needs no nobody none nor not nothing now nowhere of off often oh ok okay on once one ones only
onto or other others ought our ours ourselves out over own people perhaps please pretty put quite rather re really said
same saw say says see seem seems seen several shall she should since so some somebody someone something sometimes
somewhere soon still such sure take taken takes taking tell than thank thanks that thats the their theirs them
themselves then there these they thing things think this those though thought through thus till to today together told
tomorrow too took toward towards tried try trying under until up upon us use used uses using usually ve very via want
wanted wants was wasnt way we well went were werent what whatever when whenever where wherever whether which while who
whoever whole whom whose why will with within without wont would wouldnt wow yeah yes yesterday yet you your youre
yours yourself yourselves`;

/** The most frequent function words of other languages: single words that would crowd out names. */
const others = `
и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только её ее мне было вот от меня ещё
о из ему это
der das dem des und ist nicht ein eine einen mit auf von zu im ich wir sie er es
le la les un une des du et est dans que qui je nous vous il elle ne pas ce au aux
el los las una y en del por con para que se su lo
的 了 是 在 我 你 他 她 它 们 我们 你们 他们 这 那 和 与 就 都 也 很 不 有 个 一 一个 上 下 到 说 要 去 会 着 没有 吗 呢 吧
は が を に で と も の へ や から まで より です ます だ た て し れ さ い する した ある いる この その あの これ それ な
ない こと もの よう そう か ね よ
은 는 이 가 을 를 에 의 와 과 도 로`;

/** The stop words, folded as concepts are. */
export const conceptStopWords: ReadonlySet<string> = new Set(`${english} ${others}`.trim().split(/\s+/).map(foldName));

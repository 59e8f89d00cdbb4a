/** The tunables of recall, with their sources. */

/** BM25's saturation of repeated terms (Robertson and Zaragoza 2009, the usual value). */
export const saturation = 1.2;
/** How far BM25 normalises by the length of a document (the usual value). */
export const lengthShare = 0.75;
/** How far BM25 normalises by the length of a whole session, which varies more by chance (LoCoMo, dev half). */
export const sessionLengthShare = 0.5;

/** What a term counts that stands in for an unknown one of the query, beside 1 for a term of its own: it may be another word. */
export const nearWeight = 0.5;

/** The best memories of a session that make up its episode (LoCoMo, dev half). */
export const episodeSize = 3;

/** The first memories of the ranking whose words are compared with those of the query (LoCoMo, REALTALK, BEAM, dev parts). */
export const comparedMemories = 100;
/** Memories of a ranking by all of that whose relevance counts, at most. */
export const judgedMemories = 20;
/** Memories that are looked at where a question asks how somebody is, at most: as many as ambient memory looks at of one name. */
export const statedMemories = 200;
/** Memories of a ranking by all of that which are read with the question for `thorough` (training/README.md: 60 gain no more). */
export const evidencedMemories = 30;

/** The share of a mood in the score (design C). */
export const defaultEmotionWeight = 0.3;
/** How many times the limit are put in order by a mood (design C). */
export const defaultCandidateMultiplier = 2;
/** How long a recall waits for the mood provider: noticeable, but no longer than people wait for an answer. */
export const moodTimeoutMs = 250;

/** The number of terms at which the length signal is full: longer texts say no more about their worth. */
export const fullLength = 100;

/** How well any memory's domain fits a query that has none (design E). */
export const domainUnasked = 0.5;
/** How well one project's memory fits a query about another (design E). */
export const bothProjects = 0.3;
/** What a ring counts, from the core outwards; first what a memory without one counts, which is no more than a leaf. */
export const ringValues: readonly number[] = [0.25, 1, 0.75, 0.5, 0.25];

/** How many names fill the names signal: one or two are often in passing (LoCoMo, dev half). */
export const fullNames = 3;

/** What one recall adds to the strength of the belief that let a memory be seen (design.md, "Belief over time"). */
export const reinforcement = 0.1;

/** Of one recall, so many of the first memories count as recalled together: at most 10 pairs. */
export const recalledTogether = 5;
/** Partners that a memory keeps for each agent in co-activation, so that counts stay few however much is recalled. */
export const maxPartners = 20;

/** Memories of a constellation that answer directly, at most: more is no answer but a list. */
export const maxPrimary = 3;
/** A memory whose score is at least this share of the best one's answers as directly. */
export const closeShare = 0.9;
/** Memories that support an answer, at most. */
export const maxSupporting = 5;
/** Memories that contradict others, at most; as many can be brought in beside the ranked ones. */
export const maxContradicting = 3;
/** Memories that are looked at to be brought in, at most. */
export const maxOpponents = 20;
/** Turns before and after a memory in whose speakers those that it was said to are looked for. */
export const listeningTurns = 8;
/** Of those at most. */
export const maxListeners = 4;
/** A memory whose score is at least this share of the best one's is further evidence for the same question. */
export const evidenceShare = 0.8;
/** A memory whose score is at least this share of the best one's has to do with the question: it answers where the best ones no longer hold. */
export const relevantShare = 0.6;
/** Characters of a synthesis at most, unless its first sentence alone has more: one or two sentences. */
export const synthesisCharacters = 400;
/** Tokens of a memory in text form, below 120 whatever it holds. */
export const memoryTokens = 119;

/** What a support of similarity 1 adds to the standing of a memory, of which 0.5 is neither. */
export const supportedStanding = 0.2;
/** What a contradiction by a memory that is later or counts for more takes from it. */
export const contradictedStanding = 0.25;

/** What a later thought on a branch counts for a question about alternatives, 0..1, beside 1 for the one that begins it. */
export const laterOnBranch = 0.5;
/** What a revised thought counts for a question about revisions, 0..1, beside 1 for the one that revises it. */
export const revisedThought = 0.75;

/** Neighbours of a memory whose words count as said with it, before and after it (those of the lexical signal). */
export const nearBefore = 2;
export const nearAfter = 1;
/** Neighbours whose words count as said around it: what one subject takes in a conversation (LoCoMo, REALTALK, dev halves). */
export const contextBefore = 12;
export const contextAfter = 8;
/** What the most frequent word of English counts in a coverage, beside 1 more for the rarest. */
export const leastRarity = 0.15;
/** The least weight of a term, {@link leastRarity} included, that names a thing of which an answer must speak. */
export const leastRarityOfThing = 0.24;
/** A word of this length may be the short form of another that begins so, in characters: "retro", "exam". */
export const shortFormFrom = 4;
/** A memory speaks of a thing if a word of it is at least so near in meaning, 0..1 (by MiniLM, which has vectors of words). */
export const nearThing = 0.5;
/** What has a lower relevance is no answer (`bench abstain`; bench/README.md). */
export const answerFloor = 0.07;
/** What tells that something has changed leads before what was said before, from this share of its relevance on. */
export const changedShare = 0.7;
/** The same of what tells another time to who asks when, as a share of the relevance of what was said before. */
export const movedShare = 0.15;
/** What was told since something ended leads in its place, from this share of the relevance of what ended on (own cases). */
export const sinceShare = 0.5;
/** The same of what tells that something has ended or was replaced. */
export const turnedShare = 0.2;
/** What answers directly has at least this share of the best relevance in the answer. */
export const leadingShare = 0.5;
/** From this relevance on a memory surely answers, whatever words it has. */
export const sureRelevance = 0.5;
/** Below this relevance a memory hardly answers: what has ended it leads only where it answers itself (own cases). */
export const weakRelevance = 0.15;
/** The same of what happened several times, of which the first or the last is asked for. */
export const occasionShare = 0.3;
/**
 * How much a relevance counts beside a score where it is decided what leads: of 0.1 to 0.4 about the best on LoCoMo 1 to 5,
 * the REALTALK development chats and the small stores together, by how often what led was evidence.
 */
export const relevanceInLead = 0.15;
/** What goes with an answer has at least this share of the floor as its relevance. */
export const contextShare = 0.25;
/** Where nothing answers, so many of what came nearest are read together with the question. */
export const readMemories = 8;
/** What of them has at least this relevance then answers after all. */
export const readFloor = 0.22;
/** The same of a chat with an assistant, and of a memory of which a part is read: some sentence there is like an answer to much (BEAM). */
export const readFloorOfChat = 0.6;
/** Characters of a memory that is read whole with a question, at most; the bundled model reads the first 96 tokens. */
export const longestWhole = 400;
/** Characters of the sentences that are read of a longer one. */
export const longestPart = 160;
/**
 * How a reading and a relevance make one, in log-odds. What has the question's words (`own`, 0..1) and is no answer by its
 * grounds is a near miss, which a reading takes for an answer too easily (small stores; bench/README.md).
 */
export const readingWeights = { relevance: 0.3, read: 0.7, own: -1 } as const;
/** The same for what answers by its grounds (own cases; bench/README.md). */
export const checkingWeights = { relevance: 0.4, read: 0.6, own: 0 } as const;
/** Below this relevance it fails then, and is left with the second at most: it may go with an answer, and is none. */
export const [leastAfterReading, mostOfFailed] = [0.17, 0.06];
/** In talk between people, which is harder to judge, the same only with less than this, and from these log-odds down. */
export const [leastOfTalk, unlikeReading] = [0.2, -5];
/** Memories near the question that are read beside an answer, at most, and their least cosine. */
export const [readBeside, leastLikeQuery] = [6, 0.15];
/** Another memory leads in place of an answer from these log-odds on, and from so much more than that has. */
export const [sureReading, readLead] = [0.5, 3];
/** How the relevance of all follows then, and that of the turns of a talk (bench/README.md); and the least of what no words brought up. */
export const insteadWeights = { relevance: 0.5, read: 0.5, own: 0 } as const;
export const insteadFloor = 0.3;
/** From these log-odds on what is near the question answers beside what leads, in other words. */
export const leastBeside = 2;
/** What a relevance counts in place of {@link relevanceInLead} where it comes of a reading. */
export const readingInLead = 0.6;
/** The least cosine of a later memory with what leads, for it to be read whether it ends that. */
export const leastLike = 0.35;
/** In characters: a longer memory is not read for what it ends or for what ends it, since it says several things. */
export const longestRead = 240;
/** Pairs of memories that are read for whether the later ends the earlier, at most. */
export const readChanges = 6;
/**
 * How it follows from readings that a later memory ends an earlier one for a question, in log-odds: from that it ends it at all,
 * that it answers the question, and how near the two are in meaning, 0..1 (a logistic fit on small stores; bench/README.md).
 */
export const changeWeights = { intercept: -1.68, ends: 0.94, answers: 0.31, like: 3 } as const;
/** It does from these log-odds on (55 pairs of everyday cases: the least that ended had 1.3, few others more than 1.8). */
export const leastChange = 1.8;
/** What says several things is ended by what answers the question with at least these log-odds: another part of it may be over. */
export const leastBearing = -3;
/** Memories that are offered as the nearest where none answers, at most. */
export const maxNearest = 3;
/** The least relevance of a memory that asks to be brought up for what the query has, by a given pattern or an occasion. */
export const calledRelevance = 0.5;
/** The coverage from which on a memory has most words of a query, 0..1. */
export const mostWords = 0.75;
/** What is left of the relevance where a query names a stranger, or asks by names alone for others than a memory is of. */
export const othersShare = 0.02;
/** What is left of it where a memory is of what a query names, and lacks what its wording asks for. */
export const lackingShare = 0.05;
/** What answers has this relevance, or this share of that of what came nearest and lacks what a question asks for. */
export const [standInRelevance, standInShare] = [0.3, 0.5];
/** What is left of it where a note has no word for one of the things that a query names, nor one near it in meaning. */
export const otherThingShare = 0.2;
/** How much rarer the rarest word that is missing must be than the rarest that is there, to be what a question is about. */
export const rarerBy = 0.3;
/** How far what is said to the one who is named, of what is theirs, is of them, beside 1 for what they said. */
export const saidToShare = 0.5;
/** A cosine up to this is chance: two unrelated sentences have it in any model. */
export const strayMeaning = 0.05;
/** The relevance of what a query without content asks for by a name, a date, a session or a thought. */
export const directRelevance = 0.8;

/**
 * The least cosine of two neighbours. Of all pairs of a LoCoMo conversation 95 of 100 lie below 0.62, and half of the
 * nearest ones above 0.75 (the bundled model, dev half).
 */
export const defaultMinSimilarity = 0.6;
/** Turns of a session in which it is looked who speaks, at most, the first ones. */
export const turnsHeard = 50;
/** Sessions in which it is looked whether a speaker talks with others, at most, the last ones. */
export const sessionsHeard = 20;
/** The share of turns that speak to somebody, from which on a session of several people is a talk between them (LoCoMo has 0.56 and more, own notes 0.14 at most). */
export const addressingShare = 0.2;
/** It is one, too, where so many turns and more go from one to the other by this share of them at least (REALTALK). */
export const turnsOfTalk = 12;
export const turnShare = 0.3;

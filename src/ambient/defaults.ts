/** The tunables of ambient memory, with their sources. */

/** The most tokens of one text (design D). */
export const maxTextTokens = 200;
/** The nodes that are looked at closely, at most (design D). */
export const maxNodes = 10;
/** The score from which on a memory is worth saying (design D). */
export const minScore = 0.5;
/** Memories that surface together, at most (design D). */
export const maxItems = 5;

/** Characters of a message that are looked at, as many as concepts are found in. */
export const readCharacters = 10_000;

/** Messages of a session for which what surfaced in it is not said again: by then it may have left the context. */
export const dedupMessages = 20;
/** Sessions in which it is remembered what surfaced; each with at most 100 memories. */
export const rememberedSessions = 1_000;

/** Places of words in memories that are looked at for one believer, at most: a bound on time, since the rarest come first. */
export const maxPostings = 1_500;
/** Places of a message's words in memories at most for which recall is asked: the rarest words come first, as above. */
export const maxAskedPostings = 5_000;
/** Words that only one memory has, of which so many make half of a fit (LoCoMo, dev half). */
export const wordsToHalfFit = 0.8;
/** How much a word counts for the memory after the one that has it: answers follow questions (LoCoMo, dev half). */
export const shareOfNext = 0.7;
/** How much it counts for the memory before it (LoCoMo, dev half). */
export const shareOfPrevious = 0.3;
/** Memories that speak of one name that are looked at, at most, the last ones. */
export const maxOfSeed = 200;
/** Of a name of which so few memories speak all of them belong to it; they are as many as may surface. */
export const fewOfSeed = 5;
/** Neighbours of one name that are looked at, at most. */
export const maxNeighbours = 3;
/** What a step further, to what is said of a neighbour, leaves of how closely a memory belongs to the message. */
export const neighbourShare = 0.8;
/** How closely a memory belongs to a message by a name alone, at most: what has its other words too comes first (own cases). */
export const namedCloseness = 0.8;
/** How closely a memory belongs to a message by its trigger alone. */
export const triggerCloseness = 0.6;
/** What closeness is added to a memory of the matter of a message: asthma where somebody coughs (own cases). */
export const matterShare = 0.5;
/** The relevance from which on a memory surfaces for a message that names nobody (`bench ambient`, the tuned prompts). */
export const unnamedFloor = 0.95;
/** What an answer without the name that a message has keeps of its closeness (own cases). */
export const unnamedShare = 0.7;
/** The relevance for what the user told where the message names nobody (own cases, and the neutral prompts). */
export const ownFloor = 0.05;
/** What of it is enough in another language, whose words recall knows less of. */
export const foreignShare = 0.5;
/** The same where the message has fewer terms than {@link minTerms}, or may ask about the world (same source). */
export const unclearFloor = 0.3;
/** How rare a word is, 0..1, that says what a message is about (own cases). */
export const leastRareThing = 0.1;
/** The share of recall's floor from which on a memory surfaces for a message that names somebody known (same source). */
export const namedFloorShare = 0.5;
/** Terms of a message that names nobody, at least, for talk to surface (same source). */
export const minTerms = 3;
/** What words must weigh together that a standing statement shares with a message; two of them at least, a rare one, or its verb (own cases). */
export const sharedWeight = 0.75;
/** How closely such a statement belongs to a message: also an old one surfaces. */
export const bearingCloseness = 0.75;
/** The same where it shares twice {@link sharedWeight}: what the message orders comes before what is known of its words. */
export const fullBearing = 0.97;
/** Standing statements that surface for the words that they share with a message, at most. */
export const maxBearing = 3;
/** Memories that the walk came to that are scored in full, at most, the closest ones. */
export const maxScored = 128;
/** Memories of a name that surface, at most, where the message asks nothing that is known of it. */
export const maxBestKnown = 3;
/** Candidates that are read from the ledger, at most: some turn out to be superseded. */
export const readNodes = 12;
/** How many of them are read first; the rest only where these do not make what may surface together. */
export const readAtFirst = 6;
/** How rare a word is, 0..1, that two memories share which speak of the same thing (own cases). */
export const leastSharedRarity = 0.05;
/** The share of what one of two memories says that the other says too, by weight, where both speak of the same thing (own cases). */
export const leastSharedShare = 0.3;
/** Places of such a word at most: of what is spoken of everywhere no later memory is looked for. */
export const maxPlacesOfTerm = 50;
/** Later memories that are looked at for one such word, at most. */
export const maxLater = 4;
/** The share of questions in a memory's text above which it asks more than it tells. */
export const maxQuestions = 0.5;
/** The share of a score that is how closely a memory belongs to the message; the rest is what it counts by itself (`bench ambient`: the evidence of LoCoMo and REALTALK, dev halves, for 0.5 to 0.9). */
export const closenessWeight = 0.63;
/** Days that a message plans for that are looked at, at most. */
export const maxDays = 4;
/** Days since something was told for a date, at most: a year, as birthdays recur. */
export const daysOfYear = 366;
/** Days since something was told for a day of the week, at most: "next Friday" is up to two weeks away. */
export const daysToWeekday = 14;
/** Memories that are looked at for one word for a day, at most, the last ones. */
export const maxOfDay = 50;
/** Memories that are read for the days of a message, at most. */
export const maxReadOfDays = 24;
/** How long a message is read together with memories at most, in milliseconds, where the caller says nothing. */
export const longestReading = 2000;
/** Characters of a message that is read, at most. */
export const longestMessageRead = 400;
/** Memories nearest to the message in meaning that are read with it, at most, and how near they are at least. */
export const maxNearRead = 8;
export const leastNear = 0.1;
/** Memories that came up by words that are read too, at most, the closest ones. */
export const maxCameRead = 6;
/** Memories that bear on a message of which it is read whether a later one has ended them, at most. */
export const maxEndRead = 3;
/** The log-odds from which on what was read bears on the message (own cases). */
export const readToCome = 1;
/** The log-odds below which what came up by words has nothing to do with it: by a name, beside what bears on it, by other words (own cases). */
export const readToStay = { named: -3.5, besideOther: -2, unnamed: -1.5 } as const;

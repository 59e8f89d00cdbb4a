/**
 * Madeleine: a memory that an agent has. The public surface, listed by hand.
 *
 * @packageDocumentation
 */
export {} from './domain/unbundled.ts';

export type { AmbientStats } from './ambient/ambient.ts';
export type { AmbientOptions } from './ambient/ambient-options.ts';
export type { KnownName, NamesInOptions } from './ambient/names-in.ts';
export { type AmbientContext, type AmbientItem, type Silence, silences } from './ambient/ambient-options.ts';
export { AgentMemory } from './agent-memory.ts';
export {
  CancelledError,
  ConflictError,
  DeniedError,
  type ErrorCode,
  type ErrorOptions,
  errorOf,
  errorTable,
  InternalError,
  InvalidArgumentError,
  MadeleineError,
  NotFoundError,
  type Reaction,
  UnavailableError,
  UnsupportedError,
} from './domain/errors.ts';
export { checked, type Defined } from './domain/input.ts';
export { type Quadrant, quadrant, quadrantMoods } from './domain/belief.ts';
export {
  type EntityStatement,
  entityTypeOf,
  observationStatement,
  readEntityStatement,
  relationStatement,
  relationTypeOf,
  typeStatement,
} from './language/entity-statements.ts';
export { readPeriod } from './language/asked-time.ts';
export type { Period } from './language/periods.ts';
export { foldName } from './language/fold.ts';
export type { NewId } from './domain/values.ts';
export type { OnProgress, Progress } from './domain/call-options.ts';
export type { Mood, Provenance, Session } from './domain/records.ts';
export type { SleepStepReport } from './domain/upkeep-records.ts';
export {
  type Channel,
  channels,
  type Domain,
  type EntityType,
  entityTypes,
  type FactKind,
  factKinds,
  type FollowType,
  followTypes,
  type ExportFormat,
  exportFormats,
  type ImportFormat,
  importFormats,
  type KnowledgeType,
  knowledgeTypes,
  type LinkKind,
  linkKinds,
  type LinkState,
  linkStates,
  type ObservationType,
  observationTypes,
  type PlanStatus,
  planStatuses,
  type Ring,
  rings,
  type SleepStepName,
  sleepStepNames,
} from './domain/vocabulary.ts';
export type { Latency } from './domain/open-calls.ts';
export type { Signal } from './domain/signal.ts';
export type { CountTokens } from './domain/values.ts';
export { lineNotUtf8, nearest } from './domain/values.ts';
export type { Clock } from './domain/time.ts';
export { version } from './domain/version.ts';
export {
  type AiSdkEmbedderOptions,
  type AiSdkEmbeddingModel,
  createAiSdkEmbedder,
  type Purpose,
} from './embed/ai-sdk-embedder.ts';
export { tokenCounter } from './embed/count-tokens.ts';
export type {
  EarlierAndLater,
  Embedder,
  EmbedOptions,
  Passage,
  TextEmbedding,
  TokenVectors,
} from './embed/embedder.ts';
export type { MiniLmRuntime } from './embed/minilm-protocol.ts';
export { createMiniLmEmbedder, type MiniLmEmbedder, type MiniLmOptions } from './embed/minilm-embedder.ts';
export { type EmbedderName, embedderNames, resolveEmbedder } from './embed/resolve-embedder.ts';
export {
  agentNameRule,
  agentSchema,
  type CallOptions,
  type LongCallOptions,
  type TalkOptions,
} from './domain/call-options.ts';
export type {
  BackupOptions,
  DoctorOptions,
  ExportOptions,
  HashOptions,
  ImportOptions,
  MigrateOptions,
  SleepOptions,
} from './verbs/long-call-options.ts';
export { checkImport } from './verbs/long-call-options.ts';
export { Madeleine, type Vitals } from './madeleine.ts';
export type { LedgerVitals } from './store/ledger.ts';
export type { ConnectOptions, HubAnswer, HubFetch, HubRequestInit } from './verbs/connect-options.ts';
export { RemoteAgentMemory, RemoteMadeleine } from './verbs/remote-madeleine.ts';
export { type EdgeKind, edgeKinds, type GraphEdge } from './graph/edges.ts';
export { Exploration } from './graph/exploration.ts';
export type { ExplorationParts, ExploredCluster, ExploredNode } from './graph/exploration-value.ts';
export type { ExploreOptions } from './graph/exploration-value.ts';
export type {
  FactInView,
  FactRelation,
  FactsOptions,
  FactsResult,
  FactSubject,
} from './graph/facts-options.ts';
export { type OpenOptions, spaceName } from './open-options.ts';
export type { ShareOptions } from './remember/share.ts';
export { type AuthLevel, authLevels, type ServerAccess } from './store/server.ts';
export {
  type HubRecord,
  type HubRecords,
  type HubRecordsPlace,
  openHubRecords,
  type SharedHubRecords,
} from './store/hub-records.ts';
export { contentsOf, makeFolder, type PlaceContents } from './store/store-folder.ts';
export { writtenSpaces } from './store/high-water-mark.ts';
export type { SharingOptions, SharingPolicy } from './remember/sharing.ts';
export { foldAgent, type Members } from './domain/audience.ts';
export {
  type Sharing,
  type SharingPart,
  type SharingParts,
  type SharingPreset,
  sharingChoices,
  sharingPartNames,
  sharingPresetNames,
  sharingPresets,
} from './domain/sharing.ts';
export type {
  InspectedBelief,
  InspectedEntity,
  InspectedFollow,
  InspectedLink,
  InspectedMemory,
  InspectedMention,
  InspectedMerge,
  InspectedRelation,
  Inspection,
  InspectOptions,
} from './graph/inspection-value.ts';
export { memoryGraphDot } from './graph/drawing.ts';
export { type ComputedEdgeKind, computedEdgeKinds, type MemoryGraphOptions } from './graph/memory-graph-value.ts';
export {
  type MemoryGraph,
  type MemoryGraphEdge,
  type MemoryGraphNode,
  type MemoryGraphNodeKind,
  memoryGraphNodeKinds,
  type RecordedEdgeKind,
  recordedEdgeKinds,
} from './graph/memory-graph-value.ts';
export type { TimelineOptions } from './graph/timeline-value.ts';
export {
  type SleepRunReport,
  type Timeline,
  type TimelineBucket,
  type TimelineBucketSize,
  timelineBuckets,
  type TimelineEvent,
  type TimelineKind,
  timelineKinds,
  type TimelineBasis,
  timelineBases,
} from './graph/timeline-value.ts';
export type { MoodInUse, MoodProvider } from './recall/rank.ts';
export type { AgentStats, RecallStats } from './recall/agent-stats.ts';
export { Constellation, type ConstellationFields, type RecallSilence, recallSilences } from './recall/constellation.ts';
export type { Conflict, ConflictsOptions, ConflictsResult } from './recall/conflicts.ts';
export type { EntitiesOptions, EntityInView } from './recall/entities-in-view.ts';
export type { LatestOptions } from './recall/latest.ts';
export { type MemoryLink, type MemoryRole, memoryRoles, type Superseded } from './recall/memory-link.ts';
export { onOneLine, shorten } from './language/sentences.ts';
export {
  constellationText,
  memoriesText,
  type TellingOptions,
  type ToldAnswer,
  type ToldMemories,
} from './recall/memory-text.ts';
export { type ExplainedSignal, type Explanation, explain } from './recall/explain.ts';
export {
  type Profile,
  type ProfileName,
  profileNames,
  profiles,
  type SignalName,
  signalNames,
} from './recall/profiles.ts';
export type { Focus } from './recall/cognitive-query.ts';
export type { Manner } from './language/query-wording.ts';
export {
  type ExplainOutcome,
  explainOutcomes,
  type MemoryExplanation,
} from './recall/explain-memory.ts';
export type {
  Believer,
  ExplainOptions,
  RecalledMemory,
  RecallOptions,
  RecallResult,
  SearchOptions,
} from './recall/recall-options.ts';
export { type Ground, type GroundName, groundNames } from './recall/answer-model.ts';
export { answerFloor } from './recall/defaults.ts';
export type {
  DigestOptions,
  ResumedSession,
  ResumeOptions,
  SessionDigest,
  SessionInView,
  SessionsOptions,
} from './graph/session-options.ts';
export type { FollowedThought, ThinkOptions, ThoughtReceipt } from './graph/think-options.ts';
export type { ThoughtPlace } from './recall/memory-link.ts';
export type { HeldMemory, OpposedPair, Perspectives, PerspectivesOptions } from './recall/perspectives-value.ts';
export {
  type Alternative,
  type ChainEnd,
  type ChainFields,
  type ChainPart,
  type ChainThought,
  chainParts,
  type Fate,
  type Fork,
  type Revision,
} from './graph/chain-value.ts';
export type { NavigateOptions } from './graph/chain-value.ts';
export { ReasoningChain } from './graph/reasoning-chain.ts';
export {
  type BeliefState,
  beliefStates,
  type Why,
  type WhyBeliever,
  type WhyLink,
  type WhyMemory,
  type WhyOptions,
  type WhySuccession,
} from './recall/why-value.ts';
export { maxWeight as mostWeight, type SignalWeights } from './recall/profiles.ts';
export type { WithdrawOptions } from './remember/assert-again.ts';
export type { BelieveManyResult } from './remember/believe.ts';
export type { BelieveManyOptions, BelieveOptions, FactInput } from './remember/believe-options.ts';
export type { Change } from './remember/change-feed.ts';
export type { JudgedLink, JudgeOptions } from './remember/judge.ts';
export type { EmbeddingInput, EntityInput, MemoryInput, RelationInput } from './remember/memory-input.ts';
export type { ObserveManyResult } from './remember/observe.ts';
export type { ObservationInput, ObserveManyOptions, ObserveOptions } from './remember/observe-options.ts';
export type { LinkedEntity, Receipt, RefusedPart } from './remember/receipt.ts';
export type { SessionOptions } from './remember/sessions.ts';
export { AgentInTalk, fixedTalkSchema } from './verbs/agent-in-talk.ts';
export type { AgentVerbs } from './verbs/agent-verbs.ts';
export { type AgentVerbTable, agentVerbs } from './verbs/agent-verb-table.ts';
export { errorFrom, type Problem, problemOf, problemSchema } from './verbs/problem.ts';
export { type Readiness, readinessSchema } from './verbs/remote-madeleine.ts';
export { type SpaceVerbTable, spaceVerbs } from './verbs/space-verb-table.ts';
export {
  type Access,
  accesses,
  type Answered,
  type CommandLine,
  callVerb,
  kebabCase,
  rulesWithout,
  tellRefusal,
  type ValueSchema,
  type Verb,
  type VerbForm,
  type VerbOption,
} from './verbs/verb.ts';
export type { SpaceVerbs } from './verbs/space-verbs.ts';
export type { SpaceHash } from './care/space-hash.ts';
export type { FoundParts, ImportReport, RefusedLine } from './care/import.ts';
export type { MigrationReport } from './care/backfill.ts';
export type { BackfillCount } from './care/backfill.ts';
export { type Backup, refuseExisting } from './care/backup-file.ts';
export type { DoctorReport, Finding } from './care/doctor.ts';
export {
  type ForgetOptions,
  type ForgetReport,
  type ForgottenMemory,
  type MeantSubject,
  meantSubjectsRules,
} from './care/forget-options.ts';
export type { IndexOrigin } from './care/index-keeper.ts';
export type { EntityMergeReport, MergedEntity, MergeEntitiesOptions } from './care/merge-options.ts';
export type { AiSdkLanguageModel, LanguageModelOptions } from './sleep/language-model.ts';
export type { SharedClaim, SleepReport } from './sleep/sleep-step.ts';
export type { PurgeReport } from './care/purge.ts';
export type { ReindexResult } from './care/reindex.ts';
export type {
  Impact,
  OtherBelief,
  ReachedBelief,
  ReachedCorrection,
  RollbackOptions,
  RollbackReport,
} from './care/rollback-options.ts';
export type { RestoreReport } from './care/restore.ts';
export type { SpaceStats } from './care/stats.ts';
export type { Neighbour, NeighboursOptions } from './recall/neighbours.ts';
export type { QueryOptions, QueryResult } from './care/query.ts';
export type { KeptRecord, UndoableOperation, UndoOptions, UndoReport } from './care/undo.ts';

/** What `timeline` answers, from the wire. */
import { z } from 'zod';
import {
  type SleepRunReport,
  type Timeline,
  type TimelineBucket,
  timelineBuckets,
  type TimelineEvent,
  timelineKinds,
} from '../graph/timeline-value.ts';
import { whyMemory } from './recall-results.ts';
import { count, recordOf, wireDate, words } from '../domain/result.ts';
import { sleepStep } from './space-results.ts';

const bucket = recordOf<TimelineBucket>({
  at: wireDate,
  learned: count,
  strengthened: count,
  faded: count,
  archived: count,
  withdrawn: count,
  superseded: count,
});

const event = recordOf<TimelineEvent>({
  at: wireDate,
  kind: z.enum(timelineKinds),
  agent: words,
  memory: whyMemory,
  by: whyMemory.exactOptional(),
});

const sleepRun = recordOf<SleepRunReport>({
  startedAt: wireDate,
  endedAt: wireDate,
  brokenOff: z.literal(true).exactOptional(),
  steps: z.array(sleepStep),
  promoted: z.array(whyMemory),
  superseded: z.array(
    recordOf<SleepRunReport['superseded'][number]>({ memory: whyMemory, by: whyMemory, believer: words }),
  ),
  archived: count,
});

/** What `timeline` answers. */
export const timeline: z.ZodType<Timeline> = recordOf<Timeline>({
  from: wireDate,
  to: wireDate,
  bucket: z.enum(timelineBuckets),
  buckets: z.array(bucket),
  events: z.array(event),
  total: count,
  sleeps: z.array(sleepRun),
});

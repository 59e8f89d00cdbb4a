/** The views of the page, in the order of its navigation. Each is loaded when it is first shown. */
import type { ComponentType } from 'preact';

/** A view. */
export interface View {
  /** Its part of the address. */
  readonly name: string;
  readonly title: string;
  /** Whether the navigation leads there. @default true */
  readonly isLinked?: boolean;
  /** Whether it fills the window to its edges. @default false */
  readonly fills?: boolean;
  readonly load: () => Promise<ComponentType>;
}

/** Every view. */
export const views: readonly View[] = [
  {
    name: 'start',
    title: 'Start',
    load: () => import('./start/start-view.tsx').then((module) => module.StartView),
  },
  {
    name: 'constellation',
    title: 'Constellation',
    fills: true,
    load: () => import('./constellation/constellation-view.tsx').then((module) => module.ConstellationView),
  },
  {
    name: 'entity',
    title: 'Entity',
    isLinked: false,
    load: () => import('./entity/entity-view.tsx').then((module) => module.EntityView),
  },
  {
    name: 'recall',
    title: 'Recall',
    load: () => import('./recall/recall-view.tsx').then((module) => module.RecallView),
  },
  {
    name: 'memories',
    title: 'Memories',
    load: () => import('./memories/memories-view.tsx').then((module) => module.MemoriesView),
  },
  {
    name: 'perspectives',
    title: 'Perspectives',
    load: () => import('./perspectives/perspectives-view.tsx').then((module) => module.PerspectivesView),
  },
  {
    name: 'reasoning',
    title: 'Reasoning',
    load: () => import('./reasoning/reasoning-view.tsx').then((module) => module.ReasoningView),
  },
  {
    name: 'ambient',
    title: 'Ambient',
    load: () => import('./ambient/ambient-view.tsx').then((module) => module.AmbientView),
  },
  {
    name: 'playground',
    title: 'Playground',
    load: () => import('./playground/playground-view.tsx').then((module) => module.PlaygroundView),
  },
  {
    name: 'time',
    title: 'Time',
    load: () => import('./time/time-view.tsx').then((module) => module.TimeView),
  },
  {
    name: 'mending',
    title: 'Mending',
    load: () => import('./mending/mending-view.tsx').then((module) => module.MendingView),
  },
  {
    name: 'health',
    title: 'Health',
    load: () => import('./health/health-view.tsx').then((module) => module.HealthView),
  },
];

import type { Platform } from '../../../platform/platform.ts';
import type { ArticlesOf, TimingOf } from '../merchandise/index.ts';

export type Deps = Pick<Platform, 'db' | 'clock' | 'log'> & {
  /** Address of the web app, which links in mails start with. */
  publicUrl: string;
  articlesOf: ArticlesOf;
  timingOf: TimingOf;
};

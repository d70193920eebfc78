import type { Platform } from '../../../platform/platform.ts';
import type { ArticlesOf, TimingOf } from '../../exchange/merchandise/index.ts';

export type Deps = Pick<Platform, 'db' | 'clock' | 'log'> & {
  /** Base address of the web app, for links in mails. */
  publicUrl: string;
  articlesOf: ArticlesOf;
  timingOf: TimingOf;
};

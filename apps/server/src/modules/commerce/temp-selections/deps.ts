import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';

export type Deps = { db: Database; clock: Clock };

import type { OverviewValue } from '@keepsake/contracts/overview';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { ServiceName } from '@keepsake/contracts/platform/services';
import type { OverviewPartName } from '@keepsake/contracts/platform/start-of-page';
import type { FastifyInstance } from 'fastify';
import type { Route } from './http/route.ts';
import type { Cron, Task } from './jobs/jobs.ts';
import type { DeclaredData } from './personal-data.ts';
import type { Recovery } from './recovery/recovery.ts';
import type { Slots } from './slot.ts';
import type { Expiry, Tables } from './tables.ts';

/** Each part of the overview by name, as its module gives it. */
export type OverviewParts = {
  [Name in OverviewPartName]: {
    /** The service that it is about: where the retailer has its own, the part is left out. */
    service: ServiceName;
    /** Null if there is nothing to show. */
    read(customerId: CustomerId): Promise<OverviewValue<Name> | null>;
  };
};

/** What a module provides to the app, which knows nothing else about it. */
export type Module = {
  /** Handlers of the contract's endpoints. */
  routes?: readonly Route[];
  /** Background jobs it runs. */
  tasks?: readonly Task[];
  /** When its tasks run on a schedule. */
  crons?: readonly Cron[];
  /** Mounts what is not an endpoint of the contract: streams, pages, sockets. What changes something needs a budget. */
  mount?(http: FastifyInstance): unknown;
  /** The tables it keeps; each table belongs to one module. */
  tables?: Tables;
  /** Rows of these tables that are deleted once they are over. */
  expires?: readonly Expiry[];
  /** What it keeps of customers, for erasure and for 'my data'. */
  personalData?: DeclaredData;
  /** Its parts of the overview. */
  overview?: Partial<OverviewParts>;
  /** What it does after the database was restored. */
  recoveries?: readonly Recovery[];
  /** What modules built later give it; none is empty once all are built. */
  slots?: Slots;
  close?(): Promise<void>;
};

import type { BookContent } from '@keepsake/contracts/creations/photo-books';
import { outgoingEvent } from '@keepsake/contracts/outgoing-events';
import { sql } from 'kysely';
import type { VerifyService } from '../../../platform/auth.ts';
import { ago } from '../../../platform/clock.ts';
import type { Route } from '../../../platform/http/route.ts';
import type { Module } from '../../../platform/module.ts';
import { findStoredJson } from '../../../platform/stored-json.ts';
import { type Receiver, signatureHeaders } from '../../exchange/event-delivery/index.ts';
import type { ArticlesOf } from '../../exchange/merchandise/index.ts';
import { beginProject, composeBookOf, PROJECT_RETENTION_MS } from './demo-projects.ts';
import type { ShopDeps } from './deps.ts';
import { createIntake, type Intake } from './intake.ts';
import { demoShopTasks, scheduleAnswer } from './jobs.ts';
import { createDemoShopData } from './personal-data.ts';
import { placeDemoOrder } from './place-demo-order.ts';
import type { ProjectRef } from './project-store.ts';
import { type PastOrder, reportPast } from './report-past.ts';
import { demoShopRoutes } from './routes.ts';

export { deliveryChargeIn, withTax } from './articles.ts';
export { DEMO_SHOP_SERVICE } from './deps.ts';
export { planBeginning, planFulfilment, type TimelinePlan } from './order-timeline.ts';
export { paymentUrlOf } from './pay-order.ts';
export { createDemoShopData } from './personal-data.ts';
export { planBook } from './photo-book/plan-book.ts';
export { startDrawer } from './photo-book/start-drawer.ts';
export { homeIn, pickupPointIn } from './places.ts';
export type { PastOrder } from './report-past.ts';

type Deps = Omit<ShopDeps, 'intake'> & {
  /** Bearer token of the demo shop at the intakes. */
  credential: string;
  /** The intakes, which the demo shop calls like any shop or editor. */
  intakeRoutes(): readonly Route[];
  verifyService: VerifyService;
};

export type DemoShop = Module & {
  /** What a channel sells. */
  articlesOf: ArticlesOf;
  /** Reports a past order, for customers of the demo. */
  reportPast(past: PastOrder): Promise<void>;
  /** Reports a voucher, for customers of the demo. */
  saveVoucher: Intake['saveVoucher'];
  /** Begins a project like the print editor, for customers of the demo. */
  beginProject(started: Parameters<typeof beginProject>[1]): Promise<void>;
  /** Lays out a photo book, for customers of the demo. */
  composeBook(of: Parameters<typeof composeBookOf>[1]): Promise<BookContent>;
  /** Orders a project, for customers of the demo. */
  orderProject(project: ProjectRef & { channel: string; productCode: string }): Promise<void>;
  /** How it receives outgoing events: within the process, with the same signatures as any other receiver. */
  receiver: Receiver;
};

/**
 * A demo of a retailer's print editor and shop, used if none is configured. It makes no real prints, but its orders are real: it
 * reports them and their life like any shop, and answers the events it receives.
 */
export function createDemoShop({ credential, intakeRoutes, verifyService, ...shop }: Deps): DemoShop {
  const intake = createIntake({ routes: intakeRoutes, verifyService, credential });
  const deps: ShopDeps = { ...shop, intake };
  const secret = `whsec_${Buffer.from(credential).toString('base64')}`;
  return {
    receiver: {
      secrets: [secret],
      types: null,
      channels: null,
      take: (request) => takeEvent(deps, secret, request),
    },
    articlesOf: deps.articlesOf,
    reportPast: (past) => reportPast(deps, past),
    saveVoucher: intake.saveVoucher,
    beginProject: (started) => beginProject(deps, started),
    composeBook: (of) => composeBookOf(deps, of),
    async orderProject({ customerId, code: projectCode, ...what }) {
      await placeDemoOrder(deps, { ...what, customerId, projectCode, quantity: 1, key: projectCode });
    },
    tasks: demoShopTasks(deps),
    /** Projects that were not saved for a long time, and became no order. */
    expires: [
      {
        table: 'demo_shop_projects',
        column: 'saved_at',
        before: ago(PROJECT_RETENTION_MS),
        only: sql`order_code is null`,
      },
    ],
    ...createDemoShopData(deps),
    routes: demoShopRoutes(deps),
  };
}

type EventRequest = { headers: Record<string, string>; body: string };

/** Accepts events that are correctly signed and of a known type: 204 once stored, else 400 or 401. */
async function takeEvent(
  deps: Pick<ShopDeps, 'db' | 'seconds'>,
  secret: string,
  { headers, body }: EventRequest,
): Promise<number> {
  const {
    'webhook-id': id = '',
    'webhook-timestamp': timestamp = '',
    'webhook-signature': signature,
  } = headers;
  const expected = signatureHeaders([secret], { id, at: new Date(1_000 * Number(timestamp)), body });
  if (signature !== expected['webhook-signature']) return 401;
  const event = findStoredJson(outgoingEvent, body);
  if (!event) return 400;
  await scheduleAnswer(deps, event);
  return 204;
}

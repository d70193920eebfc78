import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Module } from '../../../platform/module.ts';
import { SECRET, type Stop, stopNewsletters } from './addresses.ts';
import { followAddress } from './change.ts';
import { confirmationLink } from './confirm.ts';
import type { Deps, Parts } from './deps.ts';
import { type ImportedSubscription, importSubscription } from './import-subscription.ts';
import { EXPIRES, renewLinksTask } from './jobs.ts';
import { createKeys } from './keys.ts';
import { mountOneClick } from './one-click.ts';
import { personalData, TABLES } from './personal-data.ts';
import { newsletterRecoveries } from './recover-newsletter.ts';
import { newsletterRoutes } from './routes.ts';
import { issueTasks } from './send-issue.ts';

export { exportSubscribers, suppressAddresses } from './addresses.ts';
export { beginIssue, type Count, countDeliveries, countSubscribers, MONTHLY_DAYS } from './deliveries.ts';
export { parseIssueFile } from './issue-file.ts';

export type Newsletter = Module & {
  /** Takes over a subscription confirmed elsewhere, unless the customer has one or wants none. */
  importSubscription(subscription: ImportedSubscription): Promise<boolean>;
  /** Reports that a customer's account has a new address, confirmed by its owner. */
  followAddress(trx: Queryable, account: { customerId: CustomerId; email: string }): Promise<void>;
  /** Stops newsletters to an address that mails came back from, or that complained. */
  stopNewsletters(trx: Queryable, stop: Stop): Promise<void>;
};

/** The newsletter: consent, unsubscribing, and sending. */
export async function createNewsletter(deps: Deps): Promise<Newsletter> {
  const keys = createKeys(await deps.secrets.read(SECRET));
  const link = deps.createLink(confirmationLink(deps, keys));
  const parts: Parts = { ...deps, keys, link };
  return {
    routes: newsletterRoutes(parts),
    tasks: [renewLinksTask(parts), ...issueTasks(parts)],
    recoveries: newsletterRecoveries(deps),
    mount: (app) => mountOneClick(app, parts),
    tables: TABLES,
    expires: EXPIRES,
    personalData: personalData(parts),
    importSubscription: (subscription) => importSubscription(parts, subscription),
    stopNewsletters: (trx, stop) => stopNewsletters(trx, parts, stop),
    followAddress: (trx, account) => followAddress(trx, parts, account),
  };
}

import type { Config } from '../config/config.ts';
import { createConfiguration, type IdentityFor } from '../modules/frame/configuration/index.ts';
import { createCookieConsent } from '../modules/frame/cookie-consent/index.ts';
import { createErrorReports } from '../modules/frame/error-reports/index.ts';
import { createLegalPages } from '../modules/frame/legal-pages/index.ts';
import { createOutbox } from '../modules/frame/outbox/index.ts';
import { createOverview } from '../modules/frame/overview/index.ts';
import { IDEMPOTENT_ANSWERS } from '../platform/idempotency.ts';
import { sendMailTask, sendSealedMailTask } from '../platform/mail.ts';
import { mailData } from '../platform/mail-data.ts';
import type { Module, OverviewParts } from '../platform/module.ts';
import { createObjectPurge } from '../platform/objects/purge-objects.ts';
import type { Platform } from '../platform/platform.ts';
import { FORGET_JOURNAL_CRON, forgetJournalTask } from '../platform/recovery/journal-jobs.ts';
import { createSentMails, mailRecovery } from '../platform/recovery/sent-mails.ts';
import { recordCommandTask } from '../platform/security-log.ts';
import { callSlot, createSlot } from '../platform/slot.ts';
import { PLATFORM_TABLES } from '../platform/tables.ts';
import { ATTEMPTS_EXPIRE } from '../platform/throttle.ts';

export type FrameWing = ReturnType<typeof createFrameWing>;

/** What surrounds every page: brands, configuration, mail, error reports. */
export function createFrameWing(
  config: Config,
  { db, clock, machineClock, objects, secrets, security, journal }: Platform,
) {
  const slots = {
    identityFor: createSlot<IdentityFor>('the identity provider'),
    overview: createSlot<OverviewParts>('the parts of the overview'),
  };
  const sent = createSentMails({ db, journal });
  const mail = { ...config.mail, db, clock, secrets, sent };
  const cookieConsent = createCookieConsent({ db, clock, config });
  const configuration = createConfiguration({
    settings: config,
    identityFor: callSlot(slots.identityFor),
    consentRequestFor: cookieConsent.consentRequestFor,
  });
  const modules: Module[] = [
    {
      tables: PLATFORM_TABLES,
      expires: [ATTEMPTS_EXPIRE],
      tasks: [sendMailTask(mail), sendSealedMailTask(mail), recordCommandTask(security)],
      personalData: mailData({ db, secrets }),
    },
    {
      tasks: [journal.task, forgetJournalTask({ db, journal, machineClock })],
      crons: [FORGET_JOURNAL_CRON],
      recoveries: [mailRecovery({ db, journal })],
    },
    IDEMPOTENT_ANSWERS,
    createObjectPurge({ db, clock, objects }),
    createErrorReports(),
    cookieConsent,
    configuration,
    createLegalPages(),
    createOverview({ parts: slots.overview.get, services: config.services }),
    ...(config.hasOutbox ? [createOutbox({ db, publicUrl: config.publicUrl })] : []),
  ];
  return { modules, slots, settingsFor: configuration.settingsFor, scriptsFor: cookieConsent.scriptsFor };
}

import type { Tables } from './tables.ts';

/** The tables that the platform keeps itself. */
export const PLATFORM_TABLES: Tables = {
  dead_jobs: { view: 'jobs that failed for the last time' },
  deleted_order_files: { customer: 'user_id', erasedBy: 'module' },
  demo_marks: { impersonal: 'what was done once, and when' },
  identity_attempts: { stays: 'throttling' },
  outbox_mails: { erasedBy: 'module' },
  pending_objects: { customer: 'user_id', erasedBy: 'module' },
  secrets: { impersonal: 'secrets of the installation' },
  sent_mails: { stays: 'mails sent before a restore are not sent again' },
  store_epoch: { impersonal: 'the epoch, by which database and store recognise each other' },
  worker_heartbeats: { impersonal: 'which workers are alive' },
};

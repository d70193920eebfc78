import type { FastifyInstance } from 'fastify';
import type { Database } from '../../../platform/database/database.ts';
import { escapeHtml } from '../../../platform/http/escape-html.ts';
import type { Module } from '../../../platform/module.ts';
import { Problem } from '../../../platform/problem.ts';

/** How many mails the list shows. */
const SHOWN = 100;
const ID = /^[0-9a-f-]{36}$/;

/**
 * `/outbox`: mail that no SMTP server takes, for the person who tries Keepsake out. Anybody can read it, so it is mounted
 * only where nobody else can reach the server, or where that is asked for.
 */
export const createOutbox = (deps: { db: Database }): Module => ({ mount: (app) => mountOutbox(app, deps) });

function mountOutbox(app: FastifyInstance, { db }: { db: Database }): void {
  app.get('/outbox', async (_request, reply) => {
    const mails = await db
      .selectFrom('outbox_mails')
      .selectAll()
      .orderBy('created_at', 'desc')
      .limit(SHOWN)
      .execute();
    const rows = mails.map(
      (mail) =>
        `<tr><td>${mail.created_at.toISOString().slice(0, 19).replace('T', ' ')}</td><td>${escapeHtml(mail.recipient)}</td>` +
        `<td><a href="/outbox/${mail.id}">${escapeHtml(mail.subject)}</a></td></tr>`,
    );
    const body = rows.length > 0 ? `<table>${rows.join('')}</table>` : '<p>No mail yet.</p>';
    return reply.type('text/html; charset=utf-8').send(page('Outbox', body));
  });
  app.get('/outbox/:id', async (request, reply) => {
    const mail = await readMail(db, (request.params as { id: string }).id);
    reply.header('content-security-policy', MAIL_POLICY).type('text/html; charset=utf-8');
    return reply.send(mail.html_body);
  });
  app.get('/outbox.json', async () => {
    const mails = await db
      .selectFrom('outbox_mails')
      .selectAll()
      .orderBy('created_at', 'desc')
      .limit(SHOWN)
      .execute();
    return {
      mails: mails.map(({ id, recipient, subject, text_body }) => ({
        id,
        recipient,
        subject,
        text: text_body,
      })),
    };
  });
}

/** Mails carry inline styles, as mail clients need them, and nothing that runs. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'";

async function readMail(db: Database, id: string) {
  if (!ID.test(id)) throw new Problem('not-found');
  const mail = await db.selectFrom('outbox_mails').selectAll().where('id', '=', id).executeTakeFirst();
  if (!mail) throw new Problem('not-found');
  return mail;
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1>${body}</body></html>`;
}

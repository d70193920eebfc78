import type { FastifyInstance } from 'fastify';
import type { Database } from '../../../platform/database/database.ts';
import { isId } from '../../../platform/ids.ts';
import { findMail, listMails } from '../../../platform/mail.ts';
import { type Html, html } from '../../../platform/markup.ts';
import type { Module } from '../../../platform/module.ts';
import { requireKnownHost } from '../../../platform/network.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Problem } from '../../../platform/problem.ts';

type Deps = Pick<Platform, 'db'> & { publicUrl: string };

/** Maximum mails listed, newest first. */
const LISTED = 100;
/** Mails carry inline styles, as mail clients need them, and nothing that runs. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'";

/**
 * `/outbox`: the mails of an installation without an SMTP server, for people trying out Keepsake. It is readable without signing
 * in, so it exists only if nobody else can reach the server or if it is switched on, and it answers only under the server's own
 * names, so that a foreign name pointed at this address reads nothing.
 */
export function createOutbox(deps: Deps): Module {
  return { mount: (app) => mountOutbox(app, deps) };
}

function mountOutbox(app: FastifyInstance, { db, publicUrl }: Deps): void {
  const options = { config: { access: 'installation' }, onRequest: requireKnownHost(publicUrl) } as const;
  app.get('/outbox', options, async (_request, reply) => {
    const rows = (await listMails(db, LISTED)).map(
      ({ id, created_at, recipient, subject }) =>
        html`<tr><td>${created_at.toISOString().slice(0, 19).replace('T', ' ')}</td><td>${recipient}</td><td><a href="/outbox/${id}">${subject}</a></td></tr>`,
    );
    const body = rows.length > 0 ? html`<table>${rows}</table>` : html`<p>No mail yet.</p>`;
    return reply.type('text/html; charset=utf-8').send(page('Outbox', body).markup);
  });
  app.get('/outbox/:id', options, async (request, reply) => {
    const mail = await readMail(db, (request.params as { id: string }).id);
    reply.header('content-security-policy', MAIL_POLICY).type('text/html; charset=utf-8');
    return reply.send(mail.html_body);
  });
  app.get('/outbox.json', options, async () => ({
    mails: (await listMails(db, LISTED)).map(({ id, recipient, subject, text_body: text, headers }) => ({
      id,
      recipient,
      subject,
      text,
      headers,
    })),
  }));
}

async function readMail(db: Database, id: string) {
  if (!isId(id)) throw new Problem('not-found');
  const mail = await findMail(db, id);
  if (!mail) throw new Problem('not-found');
  return mail;
}

function page(title: string, body: Html): Html {
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1>${body}</body></html>`;
}

import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import { ignoreForms } from '../../../platform/http/json-bodies.ts';
import { ONE_CLICK } from '../../../platform/http/route-budgets.ts';
import { html } from '../../../platform/markup.ts';
import { Problem } from '../../../platform/problem.ts';
import { channelOf } from '../../frame/channels/index.ts';
import { translatorFor } from './texts.ts';
import type { Tokens } from './tokens.ts';
import { sendPage } from './viewer/assets.ts';
import { layout } from './viewer/layout.ts';

/** Short, because it must fit on one line of a mail's header. */
const PATH = '/no-mails';

/** Where a recipient refuses further mails without a sign-in. */
export const addressToRefuse = (publicUrl: string, token: string) => `${publicUrl}${PATH}/${token}`;

export async function hasRefused(db: Queryable, addressHmac: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('widget_refusals')
    .select('refused_at')
    .where('address_hmac', '=', addressHmac)
    .executeTakeFirst();
  return row !== undefined;
}

type RefusalDeps = { db: Database; clock: Clock; tokens: Tokens };
type Requested = { Params: { token: string } };

/**
 * The page of a mail's second link: opening it changes nothing, because scanners open links too; its button, or a mail client's
 * POST, refuses.
 */
export function mountRefusals(app: FastifyInstance, { db, clock, tokens }: RefusalDeps): void {
  const addressOf = (token: string): Buffer => {
    const hmac = tokens.refusedAddressOf(token);
    if (!hmac) throw new Problem('not-found');
    return hmac;
  };
  app.get<Requested>(`${PATH}/:token`, ONE_CLICK, async (request, reply) => {
    const isDone = await hasRefused(db, addressOf(request.params.token));
    return show(reply, channelOf(request), isDone);
  });
  app.register(async (scope) => {
    ignoreForms(scope);
    scope.post<Requested>(`${PATH}/:token`, ONE_CLICK, async (request, reply) => {
      const refused = { address_hmac: addressOf(request.params.token), refused_at: clock() };
      await db
        .insertInto('widget_refusals')
        .values(refused)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return show(reply, channelOf(request), true);
    });
  });
}

function show(reply: FastifyReply, channel: ReturnType<typeof channelOf>, isDone: boolean): FastifyReply {
  const t = translatorFor(channel.locale, channel.id);
  const title = t(isDone ? 'refused.title' : 'refuse.title');
  const content = isDone
    ? html`<p>${t('refused.text')}</p>`
    : html`<p>${t('refuse.text')}</p>
<form method="post"><button class="button" type="submit">${t('refuse.button')}</button></form>`;
  return sendPage(
    reply,
    layout({
      channel,
      title: `${title} · ${channel.name}`,
      content: html`<main class="message"><h1>${title}</h1>${content}</main>`,
    }),
  );
}

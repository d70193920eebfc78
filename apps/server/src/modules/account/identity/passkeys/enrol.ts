import { MAX_PASSKEYS, RECENT_SIGN_IN_SECONDS } from '@keepsake/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Interaction } from 'oidc-provider';
import { SessionNotFound } from 'oidc-provider/lib/helpers/errors.js';
import { Problem } from '../../../../platform/problem.ts';
import { deviceOf } from '../activity/device.ts';
import { noteEvent } from '../activity/note-event.ts';
import type { PageDeps } from '../deps.ts';
import { requireInteraction } from '../interactions.ts';
import { addressesOf } from '../pages/addresses.ts';
import { newPasskeyPage } from '../pages/passkey-pages.ts';
import { sendPage } from '../pages/send-page.ts';
import { findAccount, type StoredAccount } from '../store.ts';
import { checkCreation, creationOptions } from './ceremonies.ts';
import { firstNameOf } from './names.ts';
import { ENROL_PROMPT } from './relying-party.ts';
import { handleOf, insertPasskey, listPasskeys } from './store.ts';

/** The page that creates a passkey, on the provider's host. Opening it creates none. */
export async function showNewPasskey(deps: PageDeps, request: FastifyRequest, reply: FastifyReply) {
  const { interaction, account } = await requireEnrolment(deps, request, reply);
  const appearance = deps.appearances.ofInteraction(interaction);
  const known = await listPasskeys(deps.db, account.id);
  const options =
    known.length >= MAX_PASSKEYS
      ? null
      : creationOptions(requirePasskeys(deps), {
          interaction: interaction.uid,
          handle: await handleOf(deps.db, account.id),
          email: account.email,
          name: account.name,
          brand: appearance.brand.name,
          known,
        });
  const { [FAULT]: fault } = request.query as Record<string, unknown>;
  const page = newPasskeyPage(appearance, {
    action: addressesOf(interaction.uid).newPasskey,
    email: account.email,
    options,
    fault: fault === undefined ? null : appearance.t(fault === 'known' ? 'passkey.known' : 'passkey.notMade'),
  });
  return sendPage(reply, deps.policies, page, fault === undefined ? 200 : 422);
}

/** Query parameter of a page whose passkey was not accepted. */
const FAULT = 'fault';

/** Stores the created passkey, or nothing after 'not now', and leads back to where the customer came from. */
export async function addPasskey(deps: PageDeps, request: FastifyRequest, reply: FastifyReply) {
  const { interaction, account } = await requireEnrolment(deps, request, reply);
  if ((request.body as { answer?: unknown } | undefined)?.answer === 'leave')
    return finish(deps, request, reply, interaction);
  const made = await checkCreation(requirePasskeys(deps), interaction.uid, request.body);
  const outcome = made && (await keep(deps, request, { interaction, account, made }));
  if (outcome === 'added') return finish(deps, request, reply, interaction);
  const query = outcome === 'full' ? '' : `?${FAULT}=${outcome ?? 'invalid'}`;
  return reply.redirect(addressesOf(interaction.uid).newPasskey + query, 303);
}

type Made = NonNullable<Awaited<ReturnType<typeof checkCreation>>>;
type Enrolment = { interaction: Interaction; account: StoredAccount };

/** Stores a passkey and notifies its owner, both or neither. */
async function keep(
  deps: PageDeps,
  request: FastifyRequest,
  { interaction, account, made }: Enrolment & { made: Made },
) {
  const { aaguid, ...credential } = made;
  const appearance = deps.appearances.ofInteraction(interaction);
  const device = deviceOf(request);
  const name = firstNameOf(aaguid, device) ?? appearance.t('passkey.defaultName');
  const outcome = await deps.db.transaction().execute(async (trx) => {
    const passkey = { ...credential, accountId: account.id, name };
    const inserted = await insertPasskey(trx, passkey, deps.clock());
    if (inserted === 'added')
      await noteEvent(deps, trx, { account, kind: 'passkey-added', device, visit: appearance });
    return inserted;
  });
  if (outcome === 'added') await deps.security.record('passkey-added', { request, customerId: account.id });
  return outcome;
}

/**
 * The account that gets the passkey: that of the provider's session with which the interaction began, while it lasts and its
 * sign-in is recent.
 */
async function requireEnrolment(
  deps: PageDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Enrolment> {
  const interaction = await requireInteraction(deps, request, reply);
  const session = await deps.provider.Session.get({ req: request.raw, res: reply.raw });
  const isOwn = session.accountId !== undefined && session.accountId === interaction.session?.accountId;
  // The provider required a recent sign-in at the start; the page may stay open for as long again.
  const isRecent = !session.past(2 * RECENT_SIGN_IN_SECONDS);
  const account =
    interaction.prompt.name === ENROL_PROMPT && isOwn && isRecent
      ? await findAccount(deps.db, session.accountId ?? '')
      : null;
  if (!account || account.closedAt) throw new SessionNotFound('no session to add a passkey to');
  return { interaction, account };
}

async function finish(
  { provider }: Pick<PageDeps, 'provider'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { prompt }: Interaction,
) {
  const result = { [prompt.name]: {} };
  const next = await provider.interactionResult(request.raw, reply.raw, result, {
    mergeWithLastSubmission: false,
  });
  return reply.redirect(next, 303);
}

/** Nobody is led here if browsers cannot use passkeys. */
function requirePasskeys({ passkeys }: Pick<PageDeps, 'passkeys'>) {
  if (!passkeys) throw new Problem('not-found');
  return passkeys;
}

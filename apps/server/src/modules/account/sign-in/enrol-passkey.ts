import { MAX_PASSKEYS } from '@keepsake/contracts/account/passkeys';
import { RECENT_SIGN_IN_SECONDS } from '@keepsake/contracts/platform/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Interaction } from 'oidc-provider';
import { SessionNotFound } from 'oidc-provider/lib/helpers/errors.js';
import { deviceOf } from '../../../platform/http/device.ts';
import { Problem } from '../../../platform/problem.ts';
import { findAccountOfSubject, passkeyHandleOf, type StoredAccount } from '../accounts/index.ts';
import { addressesOf, newPasskeyPage, sendPage } from '../pages/index.ts';
import {
  checkCreation,
  creationOptions,
  ENROL_PROMPT,
  insertPasskey,
  listPasskeys,
  noteEvent,
} from '../security/index.ts';
import type { PageDeps } from './deps.ts';
import { requireInteraction } from './interactions.ts';

/** The page that creates a passkey, on the provider's host. Opening it creates none. */
export async function showNewPasskey(deps: PageDeps, request: FastifyRequest, reply: FastifyReply) {
  const { interaction, account } = await requireEnrolment(deps, request, reply);
  const appearance = deps.appearances.ofInteraction(interaction);
  const existing = await listPasskeys(deps.db, account.id);
  const options =
    existing.length >= MAX_PASSKEYS
      ? null
      : creationOptions(requirePasskeys(deps), {
          interaction: interaction.uid,
          handle: await passkeyHandleOf(deps.db, account.id),
          email: account.email,
          name: account.name,
          brand: appearance.brand.name,
          existing,
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
  const outcome = made && (await storePasskey(deps, request, { interaction, account, made }));
  if (outcome === 'added') return finish(deps, request, reply, interaction);
  const query = outcome === 'full' ? '' : `?${FAULT}=${outcome ?? 'invalid'}`;
  return reply.redirect(addressesOf(interaction.uid).newPasskey + query, 303);
}

type Made = NonNullable<Awaited<ReturnType<typeof checkCreation>>>;
type Enrolment = { interaction: Interaction; account: StoredAccount };

/** Stores a passkey and notifies its owner, both or neither. */
async function storePasskey(
  deps: PageDeps,
  request: FastifyRequest,
  { interaction, account, made }: Enrolment & { made: Made },
) {
  const { aaguid, ...credential } = made;
  const appearance = deps.appearances.ofInteraction(interaction);
  const device = deviceOf(request);
  const name = defaultNameOf(aaguid, device) ?? appearance.t('passkey.defaultName');
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
  deps: Pick<PageDeps, 'provider' | 'db'>,
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
      ? await findAccountOfSubject(deps.db, session.accountId)
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

/**
 * Passkey providers by the AAGUID they report: only for a default name, because nothing vouches for it. From
 * github.com/passkeydeveloper/passkey-authenticator-aaguids; unlisted ones are named after the browser and its system.
 */
const PROVIDERS: Readonly<Record<string, string>> = {
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'Apple Passwords',
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'iCloud Keychain',
  'adce0002-35bc-c60a-648b-0b25f1f05503': 'Chrome on Mac',
  '771b48fd-d3d4-4f74-9232-fc157ab0507a': 'Edge on Mac',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  'd3452668-01fd-4c12-926c-83a4204853aa': 'Microsoft Password Manager',
  '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
  '531126d6-e717-415c-9320-3d9aa6981239': 'Dashlane',
  'b84e4048-15dc-4dd0-8640-f4f60813c8af': 'NordPass',
  '0ea242b4-43c4-4a1b-8b17-dd6d0b6baec6': 'Keeper',
  'f3809540-7f14-49c1-a8b3-8f813b225541': 'Enpass',
  '50726f74-6f6e-5061-7373-50726f746f6e': 'Proton Pass',
  'fdb141b2-5d84-443e-8a35-4698c205a502': 'KeePassXC',
  'b78a0a55-6ef8-d246-a042-ba0f6d55050c': 'LastPass',
};

/** The default name of a new passkey; null if neither its provider nor the browser is known. */
function defaultNameOf(
  aaguid: string,
  { browser, system }: { browser: string | null; system: string | null },
): string | null {
  return PROVIDERS[aaguid] ?? ([browser, system].filter((one) => one !== null).join(' · ') || null);
}

import type { ConsentRequested } from '@keepsake/contracts/frame/configuration';
import {
  CONSENT_COOKIE,
  CONSENT_DAYS,
  CONSENT_TEXT_VERSION,
  COOKIE_CONSENT_PATH,
  consentChoice,
  consentCodeOf,
  consentsTo,
  formatConsent,
  type GivenConsent,
  PURPOSES,
  readConsent,
} from '@keepsake/contracts/frame/cookie-consent';
import { ago, DAY_MS } from '../../../platform/clock.ts';
import { PUBLIC_FORM } from '../../../platform/http/foreign-pages.ts';
import { parsePart } from '../../../platform/http/mount-routes.ts';
import type { ScriptsFor } from '../../../platform/http/serve-web.ts';
import { newId } from '../../../platform/ids.ts';
import type { Module } from '../../../platform/module.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Problem } from '../../../platform/problem.ts';
import { channelOf } from '../channels/index.ts';
import { allowedScriptsFor, type ConsentScripts, consentRequestFor } from './consent-request.ts';

type Deps = Pick<Platform, 'db' | 'clock'> & {
  config: { consentScripts: ConsentScripts; publicUrl: string };
};

export type CookieConsent = Module & {
  /** What visitors of a brand are asked to consent to. */
  consentRequestFor(channel: string): ConsentRequested | null;
  scriptsFor: ScriptsFor;
};

/** For as long as somebody may dispute that consent was given: claims expire after three years in most of our countries. */
const CONSENT_PROOF_DAYS = 3 * 365;

/** Records visitors' choices about analytics and marketing, keeps the proof and opens pages for what they accept. */
export function createCookieConsent(deps: Deps): CookieConsent {
  const { clock, config } = deps;
  return {
    consentRequestFor: (channel) => consentRequestFor(config.consentScripts, channel),
    scriptsFor: (request) =>
      allowedScriptsFor(config.consentScripts, {
        channel: channelOf(request).id,
        cookies: request.headers.cookie,
        now: clock(),
      }),
    mount: (app) =>
      app.post(COOKIE_CONSENT_PATH, PUBLIC_FORM, async (request, reply) => {
        const choice = parsePart(consentChoice, request.body, 'body');
        const channel = channelOf(request);
        const requested = consentRequestFor(config.consentScripts, channel.id);
        // The page is older than the current question: nobody consents to what they have not read.
        if (requested?.revision !== choice.revision) throw new Problem('conflict');
        const { cookie } = request.headers;
        const accepted = PURPOSES.filter(
          (purpose) => requested.scripts[purpose] && consentsTo(choice.code, purpose),
        );
        const chosenAt = clock();
        const id = readConsent(cookie, requested.revision, chosenAt)?.id ?? newId();
        const consent = { id, chosenAt, code: consentCodeOf(accepted) };
        await keepProof(deps, consent, {
          channel: channel.id,
          locale: channel.locale,
          scripts: requested.scripts,
        });
        return reply
          .header('set-cookie', cookieOf(consent, requested.revision, config.publicUrl))
          .code(204)
          .send();
      }),
    tables: { cookie_consents: { stays: 'proof of consent, and of its withdrawal' } },
    expires: [{ table: 'cookie_consents', column: 'chosen_at', before: ago(CONSENT_PROOF_DAYS * DAY_MS) }],
  };
}

/** Set by the server, because some browsers keep script-set cookies for only a week; pages read it. */
function cookieOf(consent: GivenConsent, revision: string, publicUrl: string): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  const seconds = (CONSENT_DAYS * DAY_MS) / 1_000;
  return `${CONSENT_COOKIE}=${formatConsent(consent, revision)}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`;
}

type Question = { channel: string; locale: string; scripts: ConsentRequested['scripts'] };

/** One row per choice of a browser, so that a withdrawal can be proved as well as a consent. */
async function keepProof({ db }: Deps, { id, chosenAt, code }: GivenConsent, question: Question) {
  const { channel, locale, scripts } = question;
  await db
    .insertInto('cookie_consents')
    .values({
      id,
      chosen_at: chosenAt,
      code,
      channel,
      locale,
      text_version: CONSENT_TEXT_VERSION,
      scripts: JSON.stringify(scripts),
    })
    .onConflict((same) => same.columns(['id', 'chosen_at']).doUpdateSet({ code }))
    .execute();
}

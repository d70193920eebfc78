import { createHash } from 'node:crypto';
import type { ConsentRequested } from '@keepsake/contracts/frame/configuration';
import {
  CONSENT_TEXT_VERSION,
  consentsTo,
  PURPOSES,
  type Purpose,
  readConsent,
} from '@keepsake/contracts/frame/cookie-consent';
import type { ForeignScripts } from '../../../platform/http/security-headers.ts';

/** A script, and the origins besides its own that it talks to. */
type Script = { script: string; origins: readonly string[] };
/** By brand, or `*` for all brands without a setting of their own. */
export type ConsentScripts = Record<string, { [purpose in Purpose]?: Script | undefined }>;
type Scripts = ConsentScripts[string];

/** What visitors of a brand are asked for: its own setting, else that for all brands; null if there is no script. */
export function consentRequestFor(settings: ConsentScripts, channel: string): ConsentRequested | null {
  const configured = scriptsOf(settings, channel);
  const purposes = PURPOSES.filter((purpose) => configured[purpose]);
  if (purposes.length === 0) return null;
  const scripts = Object.fromEntries(purposes.map((purpose) => [purpose, configured[purpose]?.script]));
  // A newer version of a script is the same to the visitor; another sender or purpose is not.
  const requested = purposes.map((purpose) => [purpose, originsOf(configured[purpose])]);
  const revision = createHash('sha256')
    .update(JSON.stringify([channel, CONSENT_TEXT_VERSION, requested]))
    .digest('hex')
    .slice(0, 12);
  return { revision, scripts };
}

/**
 * Third-party resources that a page of a brand may load. Scripts of a purpose that its visitor has refused stay blocked; while
 * undecided they are allowed, so that a consent takes effect on the page where it is given.
 */
export function allowedScriptsFor(
  settings: ConsentScripts,
  { channel, cookies, now }: { channel: string; cookies: string | undefined; now: Date },
): ForeignScripts {
  const configured = scriptsOf(settings, channel);
  const requested = consentRequestFor(settings, channel);
  const consent = requested && readConsent(cookies, requested.revision, now);
  const open = PURPOSES.filter((purpose) => !consent?.isValid || consentsTo(consent.code, purpose)).flatMap(
    (purpose) => configured[purpose] ?? [],
  );
  return {
    scripts: open.map(({ script }) => withoutQuery(script)),
    origins: [...new Set(open.flatMap(originsOf))],
  };
}

const scriptsOf = (settings: ConsentScripts, channel: string): Scripts =>
  settings[channel] ?? settings['*'] ?? {};

function originsOf(configured: Script | undefined): string[] {
  return configured ? [new URL(configured.script).origin, ...configured.origins] : [];
}

/** Policies compare addresses up to their path. */
function withoutQuery(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname.replaceAll(';', '%3B').replaceAll(',', '%2C');
}

import type {
  PublicKeyCredentialCreationOptionsJSON as CreationOptions,
  PublicKeyCredentialRequestOptionsJSON as RequestOptions,
} from '@simplewebauthn/server';
import { spelledAddress } from '../../../platform/mail-address.ts';
import { type Html, html } from '../../../platform/markup.ts';
import type { Appearance } from './appearance.ts';
import { PASSKEY_SCRIPT_PATH } from './assets.ts';
import { layout } from './layout.ts';

/** What the sign-in page asks browsers for. */
export type RequestedPasskey = { options: RequestOptions };

type Button = RequestedPasskey & {
  action: string;
  /** A passkey just tried that no account here has: the browser may forget it. */
  unknown?: string;
};

/** The button on the sign-in page, shown by the script if the browser supports passkeys. */
export function passkeyButton({ t }: Appearance, { action, options, unknown = '' }: Button): Html {
  return html`<form class="passkey" method="post" action="${action}" data-passkey="get" data-options="${JSON.stringify(options)}" data-unknown="${unknown}" hidden>
<input type="hidden" name="credential">
<p class="alert" role="alert" data-failed="${t('passkey.notUsed')}" hidden></p>
<button class="button plain" type="submit">${t('passkey.signIn')}</button>
</form>
<script src="${PASSKEY_SCRIPT_PATH}" defer></script>`;
}

type NewPasskey = {
  action: string;
  email: string;
  /** Null if the account can have no more. */
  options: CreationOptions | null;
  /** What was wrong with the last attempt. */
  fault: string | null;
};

/** The page that creates a passkey. */
export function newPasskeyPage(
  appearance: Appearance,
  { action, email, options, fault }: NewPasskey,
): string {
  const { t, brand } = appearance;
  return layout(
    appearance,
    t('passkey.title'),
    html`<p class="intro">${options ? t('passkey.intro', { brand: brand.name, email: spelledAddress(email) }) : t('passkey.full')}</p>
${fault && html`<p class="alert" role="alert">${fault}</p>`}
${options && creation(appearance, action, options)}
<form method="post" action="${action}">
<button class="button plain" type="submit" name="answer" value="leave">${t(options ? 'passkey.leave' : 'passkey.back')}</button>
</form>`,
  );
}

function creation({ t }: Appearance, action: string, options: CreationOptions): Html {
  return html`<noscript><p class="alert">${t('passkey.noScript')}</p></noscript>
<p class="alert" data-unsupported hidden>${t('passkey.unsupported')}</p>
<form method="post" action="${action}" data-passkey="create" data-options="${JSON.stringify(options)}" hidden>
<input type="hidden" name="credential">
<p class="alert" role="alert" data-failed="${t('passkey.notMade')}" data-known="${t('passkey.known')}" hidden></p>
<button class="button" type="submit">${t('passkey.submit')}</button>
</form>
<script src="${PASSKEY_SCRIPT_PATH}" defer></script>`;
}

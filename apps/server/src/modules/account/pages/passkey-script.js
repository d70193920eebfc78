// Signs in by a passkey or makes one. Encoding is done here rather than by toJSON and its like: those lack in browsers that know
// passkeys well, and in what password managers put in their place.
const form = document.querySelector('form[data-passkey]');
const isNew = form.dataset.passkey === 'create';
const options = JSON.parse(form.dataset.options);
const failed = form.querySelector('[data-failed]');

const bytesOf = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
const textOf = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const publicKey = { ...options, challenge: bytesOf(options.challenge) };
if (isNew) {
  publicKey.user = { ...options.user, id: bytesOf(options.user.id) };
  publicKey.excludeCredentials = options.excludeCredentials.map((one) => ({ ...one, id: bytesOf(one.id) }));
}

function send({ rawId, type, response }) {
  const parts = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle'];
  const encoded = parts.filter((part) => response[part]).map((part) => [part, textOf(response[part])]);
  const id = textOf(rawId);
  form.elements.credential.value = JSON.stringify({
    id,
    rawId: id,
    type,
    response: { ...Object.fromEntries(encoded), transports: response.getTransports?.() },
  });
  form.submit();
}

let waiting;
/** 'conditional' waits in the suggestions of the address field; a press of the button takes its place. */
async function ask(mediation) {
  waiting?.abort();
  waiting = new AbortController();
  const { signal } = waiting;
  failed.hidden = true;
  try {
    const asked = { publicKey, signal, ...(mediation && { mediation }) };
    send(await navigator.credentials[isNew ? 'create' : 'get'](asked));
  } catch (error) {
    if (signal.aborted) return;
    form.dataset.sent = '';
    if (mediation) return;
    failed.textContent = error.name === 'InvalidStateError' ? failed.dataset.known : failed.dataset.failed;
    failed.hidden = false;
    suggest();
  }
}

async function suggest() {
  if (!isNew && (await PublicKeyCredential.isConditionalMediationAvailable?.())) ask('conditional');
}

if (window.PublicKeyCredential) {
  form.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (form.dataset.sent) return;
    form.dataset.sent = 'yes';
    ask();
  });
  const { unknown: credentialId } = form.dataset;
  if (credentialId) {
    const { rpId } = options;
    PublicKeyCredential.signalUnknownCredential?.({ rpId, credentialId }).catch(() => undefined);
  }
  suggest();
} else {
  const hint = document.querySelector('[data-unsupported]');
  if (hint) hint.hidden = false;
}

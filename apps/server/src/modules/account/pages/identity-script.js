// Everything works without this script; it adds the switch that shows a password and ends sign-out by itself.
for (const button of document.querySelectorAll('button.reveal')) {
  const input = document.getElementById(button.getAttribute('aria-controls'));
  button.hidden = false;
  button.addEventListener('click', () => {
    const isShown = input.type === 'password';
    input.type = isShown ? 'text' : 'password';
    button.setAttribute('aria-pressed', String(isShown));
    input.focus();
  });
}

// A double click must not send a form twice; coming back by the Back button sets it free.
for (const form of document.querySelectorAll('form:not([data-passkey])')) {
  form.addEventListener('submit', (event) => {
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = 'yes';
  });
}
addEventListener('pageshow', ({ persisted }) => {
  const sent = [...document.forms].filter(({ dataset }) => dataset.sent);
  // The browser kept the page as it was, but the server knows what became of the form, and leads on after a sign-in.
  if (persisted && sent.length > 0) location.reload();
  for (const { dataset } of sent) delete dataset.sent;
});

document.querySelector('button[data-press]')?.click();

/**
 * The hidden frame of a silent renewal ends here: it hands its address to the page around it. It sends the message of
 * oidc-client-ts without loading the library; a test holds the two together.
 */
const message = { source: 'oidc-client', url: window.location.href, keepOpen: false };
window.parent.postMessage(message, window.location.origin);

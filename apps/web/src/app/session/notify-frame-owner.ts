/**
 * Tells the page around a hidden frame where the identity provider sent the frame.
 * It speaks the message of oidc-client-ts without loading the library; a test holds the two together.
 */
export function notifyRenewalFrameOwner(frame: Pick<Window, 'location' | 'parent'>): void {
  const message = { source: 'oidc-client', url: frame.location.href, keepOpen: false };
  frame.parent.postMessage(message, frame.location.origin);
}

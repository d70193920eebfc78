import { notifyRenewalFrameOwner } from './app/session/notify-frame-owner.ts';

// The hidden frame of a silent renewal ends here: it hands its address to the page around it and needs no app.
notifyRenewalFrameOwner(window);

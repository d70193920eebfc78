import { createFileRoute } from '@tanstack/react-router';
import { SignedInPage } from '#/features/frame/sign-in/index.ts';

export const Route = createFileRoute('/signed-in')({
  staticData: { heading: { text: 'session.signingIn' } },
  component: SignedInPage,
});

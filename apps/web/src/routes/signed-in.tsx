import { createFileRoute } from '@tanstack/react-router';
import { PlainFrame } from '#/features/frame/shell/index.ts';
import { SignedInPage } from '#/features/frame/sign-in/index.ts';

export const Route = createFileRoute('/signed-in')({
  component: () => (
    <PlainFrame>
      <SignedInPage />
    </PlainFrame>
  ),
});

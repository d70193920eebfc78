import { createFileRoute } from '@tanstack/react-router';
import { PlainFrame } from '#/features/frame/shell/plain-frame.tsx';
import { LogoutPage } from '#/features/frame/sign-in/logout-page.tsx';

export const Route = createFileRoute('/logout')({
  component: () => (
    <PlainFrame>
      <LogoutPage />
    </PlainFrame>
  ),
});

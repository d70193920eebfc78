import { createFileRoute } from '@tanstack/react-router';
import { RequiredSecondFactorPage } from '#/features/account/identity/required-second-factor-page.tsx';
import { PlainFrame } from '#/features/frame/shell/shell.tsx';

export const Route = createFileRoute('/second-factor-required')({
  component: () => (
    <PlainFrame>
      <RequiredSecondFactorPage />
    </PlainFrame>
  ),
});

import { createFileRoute } from '@tanstack/react-router';
import { RequiredSecondFactorPage } from '#/features/account/second-factor/index.ts';
import { PlainFrame } from '#/features/frame/shell/index.ts';

export const Route = createFileRoute('/second-factor-required')({
  component: () => (
    <PlainFrame>
      <RequiredSecondFactorPage />
    </PlainFrame>
  ),
});

import { createFileRoute } from '@tanstack/react-router';
import { SubscriptionConfirmedPage } from '#/features/account/newsletter/index.ts';
import { PlainFrame } from '#/features/frame/shell/index.ts';

export const Route = createFileRoute('/subscription-confirmation-success')({
  component: () => (
    <PlainFrame>
      <SubscriptionConfirmedPage />
    </PlainFrame>
  ),
});

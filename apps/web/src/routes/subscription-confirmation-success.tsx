import { createFileRoute } from '@tanstack/react-router';
import { SubscriptionConfirmedPage } from '#/features/account/newsletter/index.ts';
import { PlainFrame } from '#/features/frame/shell/index.ts';
import { OnlyWhenDone } from '#/shared/plain-pages.tsx';

export const Route = createFileRoute('/subscription-confirmation-success')({
  component: () => (
    <PlainFrame>
      <OnlyWhenDone>
        <SubscriptionConfirmedPage />
      </OnlyWhenDone>
    </PlainFrame>
  ),
});

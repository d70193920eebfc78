import { useIsFetching } from '@tanstack/react-query';
import { createFileRoute, useMatches } from '@tanstack/react-router';
import { useState } from 'react';
import { PlainFrame, Shell } from '#/features/frame/shell/shell.tsx';
import { SignedInGate } from '#/features/frame/shell/signed-in-gate.tsx';
import { LeftUploads } from '#/features/library/uploads/open-import.ts';
import { FlaggedOutlet } from '#/shared/flags.tsx';
import { lazyPart } from '#/shared/lazy-part.tsx';
import { whenIdle } from '#/shared/when-idle.ts';
import { menu } from './-menu.ts';

/** Pages with the menu; those for anybody are shown without it where nobody is signed in. */
export const Route = createFileRoute('/_shell')({ component: ShellLayout });

function ShellLayout() {
  const isForAnybody = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.isForAnybody),
  });
  const plainPage = (
    <PlainFrame hasFooter>
      <FlaggedOutlet />
    </PlainFrame>
  );
  return (
    <SignedInGate signedOut={isForAnybody ? plainPage : undefined}>
      <Shell menu={menu} inTopBar={<Bell />} banner={<BusinessBanner />}>
        <FlaggedOutlet />
        <LeftUploads />
      </Shell>
    </SignedInGate>
  );
}

/** For business customers alone; the page waits for it, so that it moves nothing. */
const BusinessBanner = lazyPart(
  () => import('#/features/account/business/business-banner.tsx'),
  <span data-unsettled />,
);

const Notifications = lazyPart(() => whenIdle(() => import('./-notifications.tsx')));
const FIRST_PHOTOS = ['TimeLine', 'months'] as const;

/** The bell and what it tells is nothing that the first picture waits for: its code and calls come after the first photos. */
function Bell() {
  const isAsking = useIsFetching({ queryKey: FIRST_PHOTOS }) > 0;
  const [isDue, setDue] = useState(!isAsking);
  if (!isAsking && !isDue) setDue(true);
  return isDue && <Notifications />;
}

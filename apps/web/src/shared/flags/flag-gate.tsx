import type { FeatureFlag } from '@keepsake/contracts';
import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFlag } from './use-flag.ts';

/** A page that is there only while its flag is on; otherwise its address leads to the root. */
export function FlagGate({ flag, children }: { flag: FeatureFlag; children: ReactNode }) {
  return useFlag(flag) ? children : <Navigate to="/" replace />;
}

import { ErrorState } from '#/shared/ui/error-state.tsx';
import type { GridSection } from '../grid/grid-section.ts';

type Props = {
  sections: readonly GridSection[];
  message: string;
  onRetry: (sectionKey: string) => void;
};

/** Says that photos of a source without headings could not be loaded. */
export function ViewFailure({ sections, message, onRetry }: Props) {
  const failed = sections.find(({ hasFailed }) => hasFailed);
  return failed ? <ErrorState message={message} onRetry={() => onRetry(failed.key)} /> : null;
}

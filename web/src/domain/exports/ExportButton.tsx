import type { ExportList } from '@doorstep/contract/exports';
import { useQuery } from '@tanstack/react-query';
import { FileSpreadsheet } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '../../ui/button/Button.tsx';
import { preloadable } from '../../ui/dialog/preloadable.ts';
import { exportsQuery } from './exports-query.ts';

const ExportModal = preloadable(() => import('./ExportModal.tsx'));

interface ExportButtonProps {
  list: ExportList;
  /** The list's filters and search, as in the page's URL. */
  shown: Record<string, string | boolean | undefined>;
  words: readonly string[];
}

/** Renders nothing if the backend doesn't offer exports. */
export function ExportButton(props: ExportButtonProps) {
  const [isOpen, setOpen] = useState(false);
  if (!useQuery(exportsQuery).isSuccess) return null;
  return (
    <>
      <Button
        size="sm"
        onPointerEnter={() => void ExportModal.preload()}
        onClick={() => setOpen(true)}
      >
        <FileSpreadsheet aria-hidden /> Export
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ExportModal {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

import type { UseQueryResult } from '@tanstack/react-query';
import { type ComponentType, useEffect, useRef } from 'react';
import { failureOf } from '../../lib/api/api-error.ts';
import { repeatWhileActive } from '../../lib/live/attention.ts';
import { ErrorState } from '../../ui/feedback/EmptyState.tsx';
import { Section } from '../../ui/page/DescriptionList.tsx';

/** The polling interval, in milliseconds. */
const lookEvery = 1_000;

interface YourFilesProps<File extends { id: string }> {
  files: UseQueryResult<File[]>;
  isUnfinished: (file: File) => boolean;
  /** Must call `onRemoved` while the list still has the item, so that the list can take the focus. */
  Item: ComponentType<{ file: File; onRemoved: () => void }>;
}

export function YourFiles<File extends { id: string }>(props: YourFilesProps<File>) {
  const { files, isUnfinished, Item } = props;
  const { data, error, refetch, isFetching } = files;
  const list = useRef<HTMLDivElement>(null);
  const isPolled = data?.some(isUnfinished) ?? false;
  useEffect(() => {
    if (!isPolled) return;
    return repeatWhileActive(() => void refetch({ cancelRefetch: false }), lookEvery);
  }, [isPolled, refetch]);
  return (
    <Section title="Your files">
      <div ref={list} tabIndex={-1} className="outline-none">
        {error && !data ? (
          <ErrorState
            {...failureOf(error, 'Couldn’t list your files')}
            onRetry={() => refetch()}
            isRetrying={isFetching}
          />
        ) : data?.length === 0 ? (
          <p className="text-muted">No files yet. A file stays here for a day.</p>
        ) : (
          <ul className="divide-y divide-rule">
            {data?.map((file) => (
              <Item key={file.id} file={file} onRemoved={() => list.current?.focus()} />
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}

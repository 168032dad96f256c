import { deleteMapping, type Mapping } from '@doorstep/contract/bulk-upload/mappings';
import { limits } from '@doorstep/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../lib/api/api-client.ts';
import { failureOf, messageOf } from '../../../lib/api/api-error.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { usePagedList } from '../../../lib/list/use-paged-list.ts';
import { IconButton } from '../../../ui/button/IconButton.tsx';
import { ConfirmDelete } from '../../../ui/dialog/ConfirmDelete.tsx';
import { Modal } from '../../../ui/dialog/Modal.tsx';
import { RecordBody } from '../../../ui/dialog/RecordBody.tsx';
import { Pagination } from '../../../ui/table/Pagination.tsx';
import { mappingListQuery, refetchMappings } from '../dry-run/dry-run-queries.ts';

export default function MappingsModal({ onClose }: { onClose: () => void }) {
  const [page, setPage] = useState(1);
  const { rows, count, error, retry, isRetrying } = usePagedList(mappingListQuery, page, setPage);
  const [deleted, setDeleted] = useState<Mapping>();
  if (deleted) return <DeleteMapping mapping={deleted} onClose={() => setDeleted(undefined)} />;
  return (
    <Modal title="Mappings" size="lg" onClose={onClose}>
      <RecordBody
        noun="mappings"
        data={rows}
        failure={error && failureOf(error, 'Couldn’t load the mappings')}
        isFetching={isRetrying}
        isOutdated={false}
        refetch={retry}
      >
        {(mappings) =>
          mappings.length === 0 ? (
            <p className="text-muted">
              No mappings yet. Try a lender’s file, choose what its columns mean, and save the
              mapping.
            </p>
          ) : (
            <div className="space-y-3">
              <ul className="divide-y divide-rule border-y border-rule">
                {mappings.map((mapping) => (
                  <li key={mapping.id} className="flex items-center gap-3 py-1.5">
                    <div className="min-w-0 grow wrap-anywhere">
                      <p className="font-semibold">
                        <bdi>{mapping.name}</bdi>
                      </p>
                      <p className="text-sm text-muted">
                        <bdi>{mapping.lender.name}</bdi>, version {mapping.version},{' '}
                        <bdi>{mapping.updated_by}</bdi>, {formatDateTime(mapping.updated_at)}
                      </p>
                    </div>
                    <IconButton
                      icon={Trash2}
                      label={`Delete ${mapping.name} of ${mapping.lender.name}`}
                      tip="Delete"
                      onClick={() => setDeleted(mapping)}
                    />
                  </li>
                ))}
              </ul>
              <Pagination
                label="Mappings"
                page={page}
                pageSize={limits.pageSize}
                total={count}
                onPage={setPage}
              />
            </div>
          )
        }
      </RecordBody>
    </Modal>
  );
}

function DeleteMapping({ mapping, onClose }: { mapping: Mapping; onClose: () => void }) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call(deleteMapping, { params: { id: mapping.id } }),
    onSettled: () => refetchMappings(client),
  });
  return (
    <ConfirmDelete
      title="Delete mapping"
      name={<bdi>{mapping.name}</bdi>}
      effect={`Doorstep no longer recognises files of ${mapping.lender.name} by this mapping. Applicants from earlier files stay.`}
      isBusy={remove.isPending}
      error={
        remove.error
          ? messageOf(remove.error, 'Couldn’t delete the mapping. Try again.')
          : undefined
      }
      success={remove.data?.message}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  );
}

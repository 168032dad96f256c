import type { DryRunResult } from '@doorstep/contract/bulk-upload/dry-run';
import type { Mapping, MappingContent } from '@doorstep/contract/bulk-upload/mappings';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../lib/api/api-error.ts';
import { FormModal } from '../../../ui/dialog/FormModal.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { refetchMappings, saveMapping } from './dry-run-queries.ts';
import { proposedName } from './mapping-draft.ts';

interface SaveMappingModalProps {
  dryRun: DryRunResult;
  lender: NonNullable<DryRunResult['lender']>;
  content: MappingContent;
  mappings: readonly Mapping[];
  onSaved: (saved: Mapping) => void;
  onClose: () => void;
}

/** Saving under the name of an existing mapping makes the next version of that mapping. */
export default function SaveMappingModal(props: SaveMappingModalProps) {
  const { dryRun, lender, content, mappings, onSaved, onClose } = props;
  const client = useQueryClient();
  const headings = dryRun.headings.map(({ heading }) => heading).filter(Boolean);
  const [name, setName] = useState(dryRun.mapping.name ?? proposedName(headings, mappings));
  const known = mappings.find((one) => one.name.toLowerCase() === name.trim().toLowerCase());
  const save = useMutation({
    mutationFn: () => saveMapping(known, lender.id, { name: name.trim(), ...content, headings }),
    onSuccess: onSaved,
    onSettled: () => refetchMappings(client),
  });
  const isNameless = name.trim() === '';
  return (
    <FormModal
      title="Save mapping"
      subtitle={lender.name}
      size="sm"
      error={save.error && messageOf(save.error, 'Couldn’t save the mapping. Try again.')}
      submit={{
        label: save.isPending ? 'Saving...' : 'Save',
        isBusy: save.isPending,
        isDisabled: isNameless,
      }}
      success={
        save.data && {
          text: `The mapping was saved as version ${save.data.version} of ${save.data.name}. Files with these headings will be read with this mapping.`,
        }
      }
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={name}
        maxLength={100}
        error={isNameless ? 'Name the mapping' : undefined}
        hint={known ? `Makes version ${known.version + 1} of this mapping` : 'Makes a new mapping'}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </FormModal>
  );
}

import { limits } from '@doorstep/contract/limits';
import type { DecisionFilter } from '@doorstep/contract/verifications/decision';
import { useQuery } from '@tanstack/react-query';
import { YourFiles } from '../../../domain/background-files/YourFiles.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Modal, ModalBody, ModalFooter } from '../../../ui/dialog/Modal.tsx';
import { Section } from '../../../ui/page/DescriptionList.tsx';
import { ArchiveForm } from './ArchiveForm.tsx';
import { ArchiveItem } from './ArchiveItem.tsx';
import { archivesQuery } from './archive-queries.ts';

interface ArchivesModalProps {
  decision?: DecisionFilter;
  onClose: () => void;
}

export default function ArchivesModal({ decision, onClose }: ArchivesModalProps) {
  const archives = useQuery(archivesQuery);
  return (
    <Modal title="Download reports" size="lg" onClose={onClose}>
      <ModalBody className="space-y-6">
        <Section title="New ZIP file">
          <p className="mb-3 max-w-prose text-muted">
            The reports of up to {formatNumber(limits.archiveMaxReports)} verifications, with a list
            of them. The file is made in the background: you can close this window and come back.
          </p>
          <ArchiveForm decision={decision} />
        </Section>
        <YourFiles
          files={archives}
          isUnfinished={({ status }) => status !== 'ready'}
          Item={ArchiveItem}
        />
      </ModalBody>
      <ModalFooter>
        <Button onClick={onClose}>Close</Button>
      </ModalFooter>
    </Modal>
  );
}

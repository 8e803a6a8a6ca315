"""The parts of the Play screen around the map. Each fills a panel from what it is given and knows nothing else."""

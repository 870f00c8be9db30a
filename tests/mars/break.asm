        break 5

const s="/help/assets/clean-light.BtfFRCzD.png";export{s as _};

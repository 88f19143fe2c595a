const s="/help/assets/clean-light.CLy5i9Al.png";export{s as _};

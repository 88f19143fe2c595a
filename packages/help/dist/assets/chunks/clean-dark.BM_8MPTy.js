const s="/help/assets/clean-light.7up_rVBz.png",a="/help/assets/clean-dark.CrIv4x0I.png";export{s as _,a};
